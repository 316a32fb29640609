import { randomUUID } from "node:crypto";
import { compareBooks } from "@server/payments/ledger/compare-books";
import { compareGiftCards } from "@server/payments/ledger/compare-gift-cards";
import { readOwnBooks } from "@server/payments/ledger/read-own-books";
import { asAdmin } from "../../../support/admin";
import { readBooking } from "../../../support/bookings";
import { aGiftCard, bookWithCards, giftEntriesOf, payAtStripe } from "../../../support/gift-cards";
import { purchaseStatus } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

type Currency = "GBP" | "EUR" | "USD";

/**
 * The card's currency, and that of the booking of a session for £80: what the form says that the card pays and that is
 * left, what Stripe is asked for, and what leaves the card.
 */
const table: [Currency, Currency, { pays: string; rest: string; atStripe: number; cost: number }][] = [
  ["GBP", "GBP", { pays: "£50.00", rest: "£30.00", atStripe: 3000, cost: 5000 }],
  ["EUR", "EUR", { pays: "€50.00", rest: "€44.00", atStripe: 4400, cost: 5000 }],
  ["USD", "USD", { pays: "$50.00", rest: "$52.00", atStripe: 5200, cost: 5000 }],
  ["GBP", "EUR", { pays: "€58.50 (£50.00)", rest: "€35.50", atStripe: 3550, cost: 5000 }],
  ["USD", "GBP", { pays: "£39.00 ($50.00)", rest: "£41.00", atStripe: 4100, cost: 5000 }],
];

test.for(table)(
  "a card in %s pays in %s, from the dialog to the refund of its sale, to the penny",
  async (row, { app }) => {
    const [currency, paidIn, said] = row;
    const card = await aGiftCard(app, { currency, to: "other", recipientEmail: "hannah@example.com" });
    const symbol = { GBP: "£", EUR: "€", USD: "$" }[currency];
    const sold = (await app.stripe.control.state()).sessions.find(({ id }) => id === card.checkoutId)!;
    expect([sold.amount_total, sold.currency]).toEqual([5000, currency.toLowerCase()]);
    await app.runJobs();
    const mailTo = (email: string) => app.sentMails.filter(({ to }) => to === email);
    expect(mailTo("hannah@example.com")[0]!.text).toContain(`${symbol}50`);
    expect(mailTo(card.giver.email)[0]!.text).toContain(`${symbol}50.00`);

    const session = await aSession(app.db, { priceMinor: 8000, enteredPriceMinor: 8000, enteredCurrency: "GBP" });
    const as = { visitor: { currency: paidIn } };
    const { form, bookingId, checkoutId } = await bookWithCards(app, session, { codes: [card.code], as });
    expect([form.gifts!.cards[0]!.pays, form.gifts!.rest]).toEqual([said.pays, said.rest]);
    await payAtStripe(app, checkoutId);
    const page = (await app.stripe.control.state()).sessions.find(({ id }) => id === checkoutId)!;
    expect([page.amount_total, page.currency]).toEqual([said.atStripe, paidIn.toLowerCase()]);
    expect(await giftEntriesOf(app.db, card)).toBe(`issued 5000, taken -${said.cost}`);

    const { manageKey: key } = await readBooking(app, bookingId);
    await app.as(as).bookings.cancel({ bookingId, key });
    await app.runJobs();
    expect(await giftEntriesOf(app.db, card)).toBe(`issued 5000, taken -${said.cost}, returned ${said.cost}`);
    const refunded = (await app.stripe.control.state()).refunds.map(({ amount }) => amount);
    expect(refunded).toEqual([said.atStripe]);
    const told = mailTo("guest@example.com").at(-1)!;
    expect(told.text).toContain(
      `${said.pays.split(" ")[0]} goes back to your gift card at once. ${said.rest} is on its way`,
    );

    const { payments } = await asAdmin(app);
    const all = { paymentId: card.paymentId, amountMinor: 5000, isPlaceCancelled: true, formKey: randomUUID() };
    await payments.refund(all);
    await app.runJobs();
    await expect.poll(() => purchaseStatus(app, card.purchaseId)).toBe("refunded");
    expect((await compareGiftCards(app.db)).unexplained).toEqual([]);
    expect((await compareGiftCards(app.db)).sums).toMatchObject([
      { currency, sold: 5000, open: 0, used: 0, refunded: 5000 },
    ]);
    const now = app.clock.now();
    const period = { from: new Date(now.getTime() - 86_400_000), until: new Date(now.getTime() + 86_400_000) };
    const own = await readOwnBooks(app.services, period, null);
    expect(compareBooks({ period, now, stripe: null, own }).filter(({ problem }) => problem)).toEqual([]);
  },
);
