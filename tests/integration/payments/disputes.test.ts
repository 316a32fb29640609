import { disputes } from "@db/schema";
import { recordDispute } from "@server/payments/record-dispute";
import { allTold, aPaidBooking, mailed, refundsOf, statusOf } from "../../support/money";
import { aHold, aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

const notices = async ({ db }: TestApp) =>
  (await db.query.outboxEmails.findMany())
    .filter(({ template }) => template === "admin-dispute")
    .map(({ subject }) => subject)
    .sort();

test("a dispute is recorded and told of once, however often Stripe says it; the place stays", async ({ app }) => {
  const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.webhooks({ repeat: 4 });
  const { id } = await app.stripe.control.dispute({ sessionId: checkoutId, reason: "fraudulent" });
  await allTold(app);
  expect(await app.db.select().from(disputes)).toMatchObject([
    { stripeDisputeId: id, amountMinor: 1800, currency: "GBP", reason: "fraudulent", status: "needs_response" },
  ]);
  expect(await notices(app)).toEqual(["Payment disputed: Hannah Okafor"]);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
});

test.for(["won", "lost"] as const)(
  "the end of a dispute (%s) is told of once, and the place still stays",
  async (status, { app }) => {
    const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
    const { id } = await app.stripe.control.dispute({ sessionId: checkoutId });
    await allTold(app);
    const earlier = await app.services.stripe.client.disputes.retrieve(id);
    await app.stripe.control.webhooks({ repeat: 2 });
    await app.stripe.control.moveDispute({ disputeId: id, status });
    await allTold(app);
    await recordDispute(app.services, earlier); // read before it ended, and late
    expect(await app.db.select().from(disputes)).toMatchObject([{ status }]);
    expect(await notices(app)).toEqual([`Dispute ${status}: Hannah Okafor`, "Payment disputed: Hannah Okafor"]);
    expect(await statusOf(app, bookingId)).toBe("completed paid");
    expect(await mailed(app)).not.toContain("booking-refunded");
  },
);

test("a dispute of a payment that we had not heard of", async ({ app }) => {
  const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  await app.stripe.control.dispute({ sessionId: checkoutId });
  await app.stripe.control.release({ order: "reverse" });
  await allTold(app);
  expect(await app.db.$count(disputes)).toBe(1);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
});

test.for([
  ["an open", null, []],
  ["a lost", "lost", []],
  ["a won", "won", ["1800 pending"]],
] as const)("whoever cancels with %s dispute gets back what the bank hasn't taken", async ([, end, back], { app }) => {
  const { bookingId, checkoutId, key } = await aPaidBooking(app, await aSession(app.db));
  const { id } = await app.stripe.control.dispute({ sessionId: checkoutId });
  await allTold(app);
  if (end) await app.stripe.control.moveDispute({ disputeId: id, status: end });
  await allTold(app);
  const { refund } = await app.as().bookings.getManaged({ bookingId, key });
  expect(refund.byCard).toBe(end === "won" ? "£18.00" : null);
  await app.as().bookings.cancel({ bookingId, key });
  expect(await refundsOf(app, bookingId)).toEqual(back);
});
