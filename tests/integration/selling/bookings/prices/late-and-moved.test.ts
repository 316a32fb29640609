import { bookingTickets, payments } from "@db/schema";
import { releaseUnpaid } from "@server/payments/release";
import { settlePayment } from "@server/payments/settle";
import { and, eq, isNotNull } from "drizzle-orm";
import { readBooking } from "../../../../support/bookings";
import { payAtStripe } from "../../../../support/gift-cards";
import { refundsAtStripe, statusOf } from "../../../../support/money";
import { hoursFrom, moveTo } from "../../../../support/moves";
import { aChosenBooking, agreedTicketsOf, aSessionWithRates } from "../../../../support/rates";
import { expect, test, type TestApp } from "../../../../support/test-app";
import { ticketIdsOf } from "../../../../support/tickets";

type Session = { id: string; priceMinor: number };
type ChosenPrice = Parameters<typeof aChosenBooking>[2];

/** Holds places at rates, up to the open payment page. */
async function hold(app: TestApp, session: Session, chosen: ChosenPrice) {
  const { bookingId } = await app.as().bookings.create(await aChosenBooking(app.as(), session, chosen));
  const [payment] = await app.db.select().from(payments).where(eq(payments.bookingId, bookingId));
  return { bookingId, checkoutId: payment!.stripeCheckoutSessionId! };
}

/** Reports a payment for a page that was closed unpaid. */
async function payLate(app: TestApp, checkoutId: string): Promise<void> {
  const checkout = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
  await settlePayment(app.services, { ...checkout, status: "complete", payment_status: "paid" });
}

const freeAtLowIncome = async (app: TestApp, { id }: Session) =>
  (await app.as().schedule.get({ id })).prices.find((price) => price.startsWith("Low income"));

test("money that comes late goes back whole where its rate is full meanwhile, and the mail says why", async ({
  app,
}) => {
  const session = await aSessionWithRates(app, 1);
  const late = await hold(app, session, { quantity: 2, rate1: 1, rate2: 3 });
  await releaseUnpaid(app.services, { kind: "booking", id: late.bookingId });
  await hold(app, session, { rate1: 3 });
  await payLate(app, late.checkoutId);
  await app.runJobs();
  expect(await statusOf(app, late.bookingId)).toBe("cancelled cancelled");
  const texts = app.sentMails.map(({ text }) => text.replace(/\s+/g, " "));
  expect(texts.some((text) => text.includes("no place was left at the price that you paid"))).toBe(true);
  expect(texts.some((text) => text.includes("the places at its price had been booked by others"))).toBe(true);
  expect(texts.some((text) => text.includes("£42.00"))).toBe(true);
});

test("money that comes late is kept while its rate has a place", async ({ app }) => {
  const session = await aSessionWithRates(app, 1);
  const late = await hold(app, session, { rate1: 3 });
  await releaseUnpaid(app.services, { kind: "booking", id: late.bookingId });
  expect(await freeAtLowIncome(app, session)).toBe("Low income, £12: 1 place left");
  await payLate(app, late.checkoutId);
  expect(await statusOf(app, late.bookingId)).toBe("completed paid");
  expect(await freeAtLowIncome(app, session)).toBe("Low income, £12: none left");
});

test("a moved booking keeps its prices, frees its rates and counts for those of the same name", async ({ app }) => {
  const [from, to] = [
    await aSessionWithRates(app, 1, { startTime: hoursFrom(app, 72) }),
    await aSessionWithRates(app, 1, { startTime: hoursFrom(app, 240) }),
  ];
  const { bookingId, checkoutId } = await hold(app, from, { quantity: 2, rate1: 1, rate2: 3 });
  await payAtStripe(app, checkoutId);
  const { manageKey: key } = await readBooking(app, bookingId);
  await moveTo(app, { bookingId, key }, { from, to });
  expect(await freeAtLowIncome(app, from)).toBe("Low income, £12: 1 place left");
  expect(await freeAtLowIncome(app, to)).toBe("Low income, £12: none left");
  expect(await agreedTicketsOf(app, bookingId)).toEqual(["Supporter 3000 3000", "Low income 1200 1200"]);
  // What a ticket returns is still its own share.
  const [, lowIncome] = await ticketIdsOf(app, bookingId);
  await app.as().bookings.cancelTicket({ bookingId, ticketId: lowIncome!, key });
  await app.runJobs();
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1200 succeeded"]);
  expect(await freeAtLowIncome(app, to)).toBe("Low income, £12: 1 place left");
});

test("a booking moves to a date whose rate is full, as it was bought, and none is sold there besides", async ({
  app,
}) => {
  const [from, to] = [
    await aSessionWithRates(app, 1, { startTime: hoursFrom(app, 72) }),
    await aSessionWithRates(app, 1, { startTime: hoursFrom(app, 240) }),
  ];
  const { bookingId, checkoutId } = await hold(app, from, { rate1: 3 });
  await payAtStripe(app, checkoutId);
  await hold(app, to, { rate1: 3 });
  const { manageKey: key } = await readBooking(app, bookingId);
  await moveTo(app, { bookingId, key }, { from, to });
  const atRates = and(eq(bookingTickets.priceRateName, "Low income"), isNotNull(bookingTickets.priceRateId));
  expect(await app.db.$count(bookingTickets, atRates)).toBe(2);
  await expect(hold(app, to, { rate1: 3 })).rejects.toThrow("No places are left at “Low income”.");
});
