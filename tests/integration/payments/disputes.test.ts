import { eq } from "drizzle-orm";
import { disputes, outboxEmails } from "@db/schema";
import { renderMail } from "@server/platform/mail/templates";
import { recordDispute } from "@server/payments/disputes";
import { printInstant } from "@server/core/dates";
import { anAccount } from "../../support/accounts";
import { waitForAllEvents, aPaidBooking, mailedTemplates, refundsOf, statusOf } from "../../support/money";
import { aHold, aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

const notices = async ({ db }: TestApp) =>
  (await db.query.outboxEmails.findMany())
    .filter(({ template }) => template === "admin-dispute")
    .map(({ subject }) => subject)
    .sort();

test("records a dispute and mails it once, however often Stripe reports it, and keeps the place", async ({ app }) => {
  const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.webhooks({ copies: 4 });
  const { id } = await app.stripe.control.dispute({ sessionId: checkoutId, reason: "fraudulent" });
  await waitForAllEvents(app);
  expect(await app.db.select().from(disputes)).toMatchObject([
    { stripeDisputeId: id, amountMinor: 1800, currency: "GBP", reason: "fraudulent", status: "needs_response" },
  ]);
  expect(await notices(app)).toEqual(["Payment disputed: Hannah Okafor"]);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
});

test.for(["won", "lost"] as const)(
  "mails the end of a dispute (%s) once and keeps the place",
  async (status, { app }) => {
    const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
    const { id } = await app.stripe.control.dispute({ sessionId: checkoutId });
    await waitForAllEvents(app);
    const earlier = await app.services.stripe.client.disputes.retrieve(id);
    await app.stripe.control.webhooks({ copies: 2 });
    await app.stripe.control.moveDispute({ disputeId: id, status });
    await waitForAllEvents(app);
    await recordDispute(app.services, earlier); // read before it ended, and late
    expect(await app.db.select().from(disputes)).toMatchObject([{ status }]);
    expect(await notices(app)).toEqual([`Dispute ${status}: Hannah Okafor`, "Payment disputed: Hannah Okafor"]);
    expect(await statusOf(app, bookingId)).toBe("completed paid");
    expect(await mailedTemplates(app)).not.toContain("booking-refunded");
  },
);

/** Opens an inquiry about a paid booking, due in seven days. */
async function anInquiry(app: TestApp) {
  const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  const { id: disputeId, evidence_details } = await app.stripe.control.dispute({
    sessionId: checkoutId,
    isInquiry: true,
  });
  await waitForAllEvents(app);
  return { bookingId, disputeId, dueBy: new Date(evidence_details.due_by! * 1000) };
}

const lettersOf = async ({ db }: TestApp) =>
  (await db.select().from(outboxEmails).where(eq(outboxEmails.template, "admin-dispute"))).map(({ template, props }) =>
    renderMail(template, props as object).text.replace(/\s+/g, " "),
  );

test("mails once about an inquiry and once about the chargeback it becomes, each with its due date", async ({
  app,
}) => {
  const { disputeId, dueBy } = await anInquiry(app);
  const [inquiry] = await lettersOf(app);
  const due = printInstant(dueBy, app.services.settings.siteTimeZone);
  expect(inquiry).toContain(`No money has been taken. Answer in Stripe’s dashboard by ${due}`);
  expect(inquiry).not.toContain("set the money");
  await app.stripe.control.webhooks({ copies: 3 });
  await app.stripe.control.moveDispute({ disputeId, status: "needs_response" });
  await waitForAllEvents(app);
  expect(await notices(app)).toEqual(["Payment disputed: Hannah Okafor", "Payment questioned: Hannah Okafor"]);
  expect((await lettersOf(app)).find((text) => text !== inquiry)).toContain(
    `Stripe has set the money and a fee aside. Send your evidence in Stripe’s dashboard by ${due}`,
  );
  expect(await app.db.select().from(disputes)).toMatchObject([{ status: "needs_response", dueBy }]);
});

test("mails that a closed inquiry takes no money", async ({ app }) => {
  const { bookingId, disputeId } = await anInquiry(app);
  await app.stripe.control.moveDispute({ disputeId, status: "warning_under_review" });
  await app.stripe.control.moveDispute({ disputeId, status: "warning_closed" });
  await waitForAllEvents(app);
  expect(await notices(app)).toEqual(["Dispute closed: Hannah Okafor", "Payment questioned: Hannah Okafor"]);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
});

test("ends at Stripe's state when dispute events arrive in reverse, twice or at once", async ({ app }) => {
  const { disputeId } = await anInquiry(app);
  const { disputes: atStripe } = app.services.stripe.client;
  await app.stripe.control.hold({});
  const read = [await atStripe.retrieve(disputeId)];
  for (const status of ["needs_response", "under_review", "lost"] as const) {
    await app.stripe.control.moveDispute({ disputeId, status });
    read.push(await atStripe.retrieve(disputeId));
  }
  await Promise.all([...read.reverse(), ...read].map((dispute) => recordDispute(app.services, dispute)));
  expect(await app.db.select().from(disputes)).toMatchObject([{ status: "lost" }]);
  const subjects = await notices(app);
  expect(subjects).toContain("Dispute lost: Hannah Okafor");
  expect(new Set(subjects).size).toBe(subjects.length);
});

test("lists open disputes on the overview, most urgent first, with the days left", async ({ app }) => {
  const { disputeId } = await anInquiry(app);
  app.clock.moveBy(36 * 60);
  const { checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.dispute({ sessionId: checkoutId });
  await waitForAllEvents(app);
  const user = await anAccount(app.db, { role: "admin" });
  const shown = async () => (await app.as({ user }).office.getOverview()).waiting.disputes;
  expect(await shown()).toMatchObject([
    { customer: "Hannah Okafor", amount: "£18.00", isInquiry: true, daysLeft: 5 },
    { isInquiry: false, daysLeft: 6, dueBy: expect.stringMatching(/, \d+:\d\d [AP]M /) as string },
  ]);
  await app.stripe.control.moveDispute({ disputeId, status: "warning_under_review" });
  await waitForAllEvents(app);
  expect(await shown()).toMatchObject([{ isInquiry: false }]);
});

test("records a dispute of a payment whose webhook was lost", async ({ app }) => {
  const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  await app.stripe.control.dispute({ sessionId: checkoutId });
  await app.stripe.control.release({ order: "reverse" });
  await waitForAllEvents(app);
  expect(await app.db.$count(disputes)).toBe(1);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
});

test.for([
  ["an open", null, []],
  ["a lost", "lost", []],
  ["a won", "won", ["1800 pending"]],
] as const)("a cancellation with %s dispute refunds what the bank has not taken", async ([, end, back], { app }) => {
  const { bookingId, checkoutId, key } = await aPaidBooking(app, await aSession(app.db));
  const { id } = await app.stripe.control.dispute({ sessionId: checkoutId });
  await waitForAllEvents(app);
  if (end) await app.stripe.control.moveDispute({ disputeId: id, status: end });
  await waitForAllEvents(app);
  const { refund } = await app.as().bookings.getManaged({ bookingId, key });
  expect(refund.byCard).toBe(end === "won" ? "£18.00" : null);
  await app.as().bookings.cancel({ bookingId, key });
  expect(await refundsOf(app, bookingId)).toEqual(back);
});
