import { randomUUID } from "node:crypto";
import { bookingTickets, payments, priceRates } from "@db/schema";
import { releaseUnpaid } from "@server/payments/release";
import { settlePayment } from "@server/payments/settle";
import { eq } from "drizzle-orm";
import { anAdmin } from "../../../support/admin-sessions";
import { asAdmin } from "../../../support/admin";
import { mailsOf } from "../../../support/bookings";
import { refundsOf, statusOf } from "../../../support/money";
import {
  aHeldSlot,
  anOfferWithRates,
  aPaidSlot,
  askAndConfirm,
  aSlotForm,
  inDays,
  sessionOf,
} from "../../../support/one-to-one";
import { expect, test, type TestApp } from "../../../support/test-app";

const lowIncome = { rate1: 3 };

const rateOf = async ({ db }: TestApp, bookingId: string) => {
  const [ticket] = await db
    .select({ name: bookingTickets.priceRateName, sessionId: priceRates.sessionId })
    .from(bookingTickets)
    .innerJoin(priceRates, eq(priceRates.id, bookingTickets.priceRateId))
    .where(eq(bookingTickets.bookingId, bookingId));
  return ticket;
};

test("a rate costs the same where it is shown, charged, mailed, booked and refunded", async ({ app }) => {
  const offer = await anOfferWithRates(app);
  expect((await app.as().oneToOne.list())[0]!.price).toBe("£40 to £100");
  const { prices } = await app.as().oneToOne.get({ offer: offer.slug, day: undefined });
  expect(prices).toEqual(["Supporter, £100", "Standard, £80", "Low income, £40"]);
  const start = inDays(app, 3, 11);
  const at = { offer: offer.slug, start: start.toISOString() };
  const { form: shown } = await app.as().oneToOne.getForm({ ...at, ...lowIncome });
  expect(shown.total).toBe("£40.00");
  const { bookingId, key, form } = await aPaidSlot(app, offer, start, lowIncome);
  const payment = await app.db.query.payments.findFirst({ where: eq(payments.bookingId, bookingId) });
  expect(payment!.amountMinor).toBe(4000);
  expect((await app.as().bookings.getManaged({ bookingId, key })).paid).toMatchObject({ amount: "£40.00" });
  const [mail] = await mailsOf(app, "booking-confirmation", form.email);
  expect(mail!.text.replace(/\s+/g, " ")).toContain("£40.00 (Low income at £40.00)");
  const { orders } = await asAdmin(app);
  const order = await orders.get({ kind: "booking", id: bookingId });
  expect([order.price, order.notes]).toEqual(["£40.00", ["Low income at £40.00"]]);
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  expect(await refundsOf(app, bookingId)).toEqual(["4000 succeeded"]);
});

test("an amount between two is asked for, and refused outside of them", async ({ app }) => {
  const { api } = await anAdmin(app);
  const daily = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [`hours${day}`, "10:00-16:00"]));
  const amounts = { pricing: "between" as const, lowestAmount: "30", highestAmount: "90", suggestedAmount: "60" };
  const named = { title: "An hour", slug: "an-hour", description: "Alone.", durationMinutes: 60, isOn: true };
  await api.oneToOne.admin.create({ ...named, ...daily, ...amounts, noticeHours: 0, formKey: randomUUID() });
  const at = { offer: "an-hour", start: inDays(app, 3, 11).toISOString() };
  const { form } = await app.as().oneToOne.getForm(at);
  expect([form.total, (await app.as().oneToOne.get({ offer: "an-hour" })).price]).toEqual(["£60.00", "£30 to £90"]);
  const { form: refused } = await app.as().oneToOne.getForm({ ...at, amount: "29.99" });
  expect(refused.amountRefusal).toBe("Enter an amount from £30 to £90");
  const held = await aHeldSlot(app, { slug: "an-hour", priceMinor: 0 }, inDays(app, 3, 11), { amount: "42.50" });
  expect(held.booking.totalMinor).toBe(4250);
  const forged = await aSlotForm(app, { slug: "an-hour", priceMinor: 0 }, inDays(app, 3, 13), { amount: "42.50" });
  await expect(app.as().oneToOne.book({ ...forged, amount: "1" })).rejects.toThrow("Enter an amount from £30 to £90");
});

test("a booked rate stays what it was when the offer's rates change, and a form that was open is asked again", async ({
  app,
}) => {
  const { api } = await anAdmin(app);
  const offer = await anOfferWithRates(app);
  const { bookingId } = await aPaidSlot(app, offer, inDays(app, 3, 11), lowIncome);
  const open = await aSlotForm(app, offer, inDays(app, 3, 13), lowIncome);
  const { values, version } = await api.oneToOne.admin.getForm({ id: offer.id });
  expect(values).toMatchObject({ pricing: "rates", rate3Name: "Low income", rate3Price: "40", suggestedAmount: "" });
  const { title, slug, description } = values;
  const named = { title, slug, description, durationMinutes: 60, isOn: true, noticeHours: 0, stepMinutes: 60 };
  const rates = { rate1Name: "Full", rate1Price: "90", rate3Name: "Low income", rate3Price: "45" };
  const daily = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [`hours${day}`, "10:00-16:00"]));
  const change = { ...named, ...daily, pricing: "rates" as const, ...rates, id: offer.id, version };
  await expect(api.oneToOne.admin.edit({ ...change, rate1Price: null })).rejects.toThrow("Enter a price");
  const asked = await api.oneToOne.admin.edit(change);
  const agreedPrice = asked.outcome === "check" ? asked.key : "";
  for (const _ of [1, 2]) await api.oneToOne.admin.edit({ ...change, agreedPrice });
  expect(await rateOf(app, bookingId)).toMatchObject({ name: "Low income" });
  expect(await sessionOf(app, bookingId)).toMatchObject({ pricing: "rates", priceMinor: 4000 });
  await expect(app.as().oneToOne.book(open)).rejects.toThrow("Please check it and confirm");
  const { form } = await app.as().oneToOne.getForm({ ...open, ...lowIncome });
  expect(form.total).toBe("£45.00");
});

test("a moved time keeps its rate, and money that comes late is kept at its rate", async ({ app }) => {
  const offer = await anOfferWithRates(app);
  const start = inDays(app, 3, 11);
  const { bookingId, key } = await aPaidSlot(app, offer, start, lowIncome);
  const { dates } = await app.as().bookings.getMoveForm({ bookingId, key });
  const { chosen, formKey, from } = await app.as().bookings.getMoveForm({ bookingId, key, to: dates.at(-1)!.id });
  const move = { bookingId, key, from, to: chosen!.id, version: chosen!.version, formKey };
  await app.as().bookings.move(move);
  const { id } = await sessionOf(app, bookingId);
  expect(await rateOf(app, bookingId)).toEqual({ name: "Low income", sessionId: id });
  const late = await aHeldSlot(app, offer, start, lowIncome);
  await releaseUnpaid(app.services, { kind: "booking", id: late.bookingId });
  const checkout = await app.services.stripe.client.checkout.sessions.retrieve(late.checkoutId);
  await settlePayment(app.services, { ...checkout, status: "complete", payment_status: "paid" });
  expect(await statusOf(app, late.bookingId)).toBe("completed paid");
});

test("an approved request is booked at a rate of the day on which it was asked for", async ({ app }) => {
  const { api } = await anAdmin(app);
  const offer = await anOfferWithRates(app, { needsApproval: true });
  const { quote: _, ...asked } = await aSlotForm(app, offer, inDays(app, 3, 11));
  const ref = await askAndConfirm(app, asked);
  await api.oneToOne.requests.decide({ id: ref.id, decision: "approved" });
  await app.db.update(priceRates).set({ priceMinor: 1, enteredPriceMinor: 1 }).where(eq(priceRates.offerId, offer.id));
  const { form, contact } = await app.as().oneToOne.requests.getForm({ ...ref, ...lowIncome });
  expect(form.total).toBe("£40.00");
  const typed = { ...contact, quote: form.quote, formKey: form.formKey, ...lowIncome };
  const { bookingId } = await app.as().oneToOne.requests.book({ ...ref, ...typed });
  expect(await rateOf(app, bookingId)).toMatchObject({ name: "Low income" });
});
