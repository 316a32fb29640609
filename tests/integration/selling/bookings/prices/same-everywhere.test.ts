import { payments } from "@db/schema";
import { settlePayment } from "@server/payments/settle";
import { eq } from "drizzle-orm";
import { anAccount } from "../../../../support/accounts";
import { asAdmin } from "../../../../support/admin";
import { aCode } from "../../../../support/codes";
import { refundsAtStripe, statusOf, waitForAllEvents } from "../../../../support/money";
import { aChosenBooking, aSessionWithRates } from "../../../../support/rates";
import { actingAs } from "../../../../support/recordings";
import { expect, test } from "../../../../support/test-app";
import { ticketIdsOf } from "../../../../support/tickets";

test.for([
  { currency: "GBP", total: "£37.80", rates: "Supporter at £30.00, Low income at £12.00", lines: [2700, 1080] },
  { currency: "EUR", total: "€44.10", rates: "Supporter at €35.00, Low income at €14.00", lines: [3150, 1260] },
  { currency: "USD", total: "$47.70", rates: "Supporter at $38.00, Low income at $15.00", lines: [3420, 1350] },
] as const)(
  "two rates less 10 % cost $total everywhere, and a cancelled ticket returns its own share",
  async ({ currency, total, rates, lines }, { app }) => {
    const session = await aSessionWithRates(app);
    await aCode(app.db, "TEN", { discountPercentage: 10 });
    const account = await anAccount(app.db);
    const member = app.as({ ...actingAs(account), visitor: { currency } });
    const form = await aChosenBooking(member, session, { quantity: 2, rate1: 1, rate2: 3, discountCode: "TEN" });
    const shown = await member.bookings.getForm({ ...form, sessionId: session.id });
    expect(shown.total).toBe(total);
    const { bookingId } = await member.bookings.create(form);
    const payment = await app.db.query.payments.findFirst({ where: eq(payments.bookingId, bookingId) });
    const { checkout } = app.services.stripe.client;
    const checkoutId = payment!.stripeCheckoutSessionId!;
    const page = await checkout.sessions.retrieve(checkoutId, { expand: ["line_items"] });
    expect(page).toMatchObject({ amount_total: lines[0] + lines[1], currency: currency.toLowerCase() });
    expect(page.line_items!.data.map(({ amount_total }) => amount_total)).toEqual(lines);
    await app.stripe.control.payNow(checkoutId);
    await settlePayment(app.services, await checkout.sessions.retrieve(checkoutId));

    const receipt = await member.bookings.getReceipt({ bookingId });
    expect(receipt).toMatchObject({ total, paid: [{ amount: total }] });
    expect(receipt.item.details).toContain(rates);
    expect((await member.bookings.getManaged({ bookingId })).paid).toMatchObject({ amount: total, rates });
    await app.runJobs();
    const mail = app.sentMails.find(({ to, subject }) => to === form.email && subject.includes(session.title));
    expect(mail!.text.replace(/\s+/g, " ")).toContain(`${total} (${rates}) (10% off with TEN)`);
    const { orders } = await asAdmin(app);
    const order = await orders.get({ kind: "booking", id: bookingId });
    expect(order.price).toBe(total);
    expect(order.notes).toContain(rates);

    const [first, second] = await ticketIdsOf(app, bookingId);
    await member.bookings.cancelTicket({ bookingId, ticketId: second! });
    await app.runJobs();
    await waitForAllEvents(app);
    expect(await refundsAtStripe(app, checkoutId)).toEqual([`${lines[1]} succeeded`]);
    await member.bookings.cancelTicket({ bookingId, ticketId: first! });
    await app.runJobs();
    await waitForAllEvents(app);
    expect(await refundsAtStripe(app, checkoutId)).toEqual([`${lines[1]} succeeded`, `${lines[0]} succeeded`]);
    expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  },
);
