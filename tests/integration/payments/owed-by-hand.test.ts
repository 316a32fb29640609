import { eq } from "drizzle-orm";
import { payments, refunds, sessionBookings } from "@db/schema";
import { anAccount, refusalOf } from "../../support/accounts";
import { anAdmin, auditOf } from "../../support/admin-sessions";
import { aManualBooking, aPaidManualBooking } from "../../support/manual-bookings";
import { waitForAllEvents, aPaidBooking, refundsOf, statusOf } from "../../support/money";
import { anOpenPurchase } from "../../support/recordings";
import { aSession } from "../../support/sessions";
import { expect, test } from "../../support/test-app";

type Admin = Awaited<ReturnType<typeof anAdmin>>;

/** Returns "Tomas Lindqvist: Removed, £18.00 to refund yourself" for each order in the list. */
const listed = async ({ api }: Admin, filter: object = {}) =>
  (await api.orders.list(filter)).orders.map(({ customer, notes }) => `${customer}: ${notes.join(", ")}`);

async function giveBack({ api }: Admin, kind: "booking" | "purchase", id: string) {
  for (const owed of (await api.orders.get({ kind, id })).owedByHand) await api.payments.settleOutsideRefund(owed);
}

test("keeps a removed attendee among the orders until the refund by hand is recorded", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await aSession(app.db);
  const bookingId = await aPaidManualBooking(app, admin, session);
  app.clock.moveBy(1);
  await aPaidManualBooking(app, admin, session, { firstName: "Hannah", lastName: "Okafor" });
  const removed = await admin.api.bookings.attendees.remove({ bookingId });
  expect(removed).toEqual({ owedByHand: "£18.00" });
  const debt = "Tomas Lindqvist: Removed, £18.00 to refund yourself";
  expect(await listed(admin)).toEqual(["Hannah Okafor: ", debt]);
  expect(await listed(admin, { tab: "sessions", search: "wind-down" })).toHaveLength(2);
  expect(await listed(admin, { tab: "recordings" })).toEqual([]);
  expect(await listed(admin, { tab: "owed" })).toEqual([debt]);
  expect(await listed(admin, { tab: "owed", search: "hannah" })).toEqual([]);
  const { counts, orders } = await admin.api.orders.list({ tab: "owed" });
  expect(counts).toEqual({ all: 2, sessions: 2, recordings: 0, owed: 1 });
  expect(orders).toMatchObject([{ steps: [], isRefundable: false, isOwedByHand: true }]);
  expect((await admin.api.orders.export({ tab: "owed" })).csv).toContain('"paid, removed"');

  await giveBack(admin, "booking", bookingId);
  expect(await listed(admin)).toEqual(["Hannah Okafor: "]);
  expect((await admin.api.orders.list({ tab: "owed" })).counts.owed).toBe(0);
  expect(await auditOf(app, bookingId)).toContain("booking.removed");
});

test("keeps a deleted purchase among the orders likewise, unless its refund is waived", async ({ app }) => {
  const admin = await anAdmin(app);
  const ids: string[] = [];
  for (const refund of ["yes", "no"] as const) {
    const { purchaseId } = await anOpenPurchase(app, await anAccount(app.db));
    await admin.api.orders.setStatus({ kind: "purchase", id: purchaseId, from: "pending", to: "paid" });
    const { owedByHand } = await admin.api.purchases.delete({ purchaseId, refund });
    expect(owedByHand).toBe(refund === "yes" ? "£51.00" : null);
    ids.push(purchaseId);
  }
  expect((await admin.api.orders.list({})).orders.map(({ id, notes }) => [id, notes])).toEqual([
    [ids[0], ["Removed", "£51.00 to refund yourself"]],
  ]);
  expect((await admin.api.orders.list({})).counts).toEqual({ all: 1, sessions: 0, recordings: 1, owed: 1 });
  expect((await admin.api.orders.listPurchases({ collection: "birth" })).purchases).toEqual([]);
  await giveBack(admin, "purchase", ids[0]!);
  expect((await admin.api.orders.list({})).orders).toEqual([]);
});

test("shows a refund owed by hand on each page it affects", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await aSession(app.db);
  const removed: string[] = [];
  for (let count = 0; count < 21; count += 1) {
    const bookingId = await aPaidManualBooking(app, admin, session);
    await admin.api.bookings.attendees.remove({ bookingId });
    removed.push(bookingId);
  }
  const pages = [await admin.api.orders.list({ page: 1 }), await admin.api.orders.list({ page: 2 })];
  expect(pages.flatMap(({ orders }) => orders.map(({ id }) => id)).sort()).toEqual(removed.sort());
});

test("records a refund by hand once when confirmed twice at once", async ({ app }) => {
  const admin = await anAdmin(app);
  const bookingId = await aPaidManualBooking(app, admin, await aSession(app.db));
  await admin.api.bookings.attendees.remove({ bookingId });
  await Promise.all([1, 2, 3].map(() => giveBack(admin, "booking", bookingId)));
  expect(await refundsOf(app, bookingId)).toEqual(["1800 succeeded"]);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  const [payment] = await app.db.select().from(payments).where(eq(payments.bookingId, bookingId));
  expect(await auditOf(app, payment!.id)).toEqual(["payment.returned_by_hand"]);
});

test("tells before and after cancelling a session what Stripe refunds and what is owed by hand", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await aSession(app.db);
  const { id } = session;
  const standing = async () => (await admin.api.sessions.get({ id })).money;
  await aPaidBooking(app, session);
  await aManualBooking(app, admin, session);
  const first = await aPaidManualBooking(app, admin, session, { firstName: "Hannah", lastName: "Okafor" });
  app.clock.moveBy(1);
  const second = await aPaidManualBooking(app, admin, session);
  expect((await admin.api.sessions.getEnding({ id })).refund).toMatchObject({
    byCard: "£18.00",
    byHand: "£36.00",
    toHandOver: [
      { name: "Hannah Okafor", amount: "£18.00" },
      { name: "Tomas Lindqvist", amount: "£18.00" },
    ],
  });
  const nothing = { returned: null, onItsWay: null, missing: null, byHand: null, toHandOver: [] };
  expect(await standing()).toMatchObject(nothing);
  // The attendee removed before is owed a refund already, not because of the cancellation.
  await admin.api.bookings.attendees.remove({ bookingId: second });
  expect(await standing()).toMatchObject({ ...nothing, byHand: "£18.00", toHandOver: [{ name: "Tomas Lindqvist" }] });
  expect((await admin.api.sessions.getEnding({ id })).refund).toMatchObject({ byHand: "£18.00" });
  await admin.api.sessions.cancel({ id });
  expect(await standing()).toMatchObject({ onItsWay: "£18.00", byHand: "£36.00", returned: null, missing: null });
  await giveBack(admin, "booking", first);
  await app.runJobs("send-refund");
  await waitForAllEvents(app);
  expect(await standing()).toMatchObject({ onItsWay: null, byHand: "£18.00", returned: "£36.00", missing: null });
  // The bank returns Stripe's refund.
  await app.db.update(refunds).set({ state: "failed" }).where(eq(refunds.state, "succeeded"));
  await app.db.update(sessionBookings).set({ paymentStatus: "paid" }).where(eq(sessionBookings.sessionId, id));
  expect(await standing()).toMatchObject({ returned: null, missing: "£36.00" });
});

test("sums up payments outside Stripe on the payments page", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await aSession(app.db);
  const none = { count: 0, amount: null };
  const outside = async (month?: string) => (await admin.api.payments.listLedger({ month, page: "1" })).outside;
  expect(await outside()).toEqual({ paid: none, returned: none, owed: none });
  await aPaidBooking(app, session);
  const [first, second] = [
    await aPaidManualBooking(app, admin, session),
    await aPaidManualBooking(app, admin, session),
  ] as const;
  for (const bookingId of [first, second]) await admin.api.bookings.attendees.remove({ bookingId });
  await giveBack(admin, "booking", first);
  const owed = { count: 1, amount: "£18.00" };
  expect(await outside()).toEqual({
    paid: { count: 2, amount: "£36.00" },
    returned: { count: 1, amount: "£18.00" },
    owed,
  });
  expect(await outside("2020-01")).toEqual({ paid: none, returned: none, owed });
});

test("uses the days of the admin's zone on the payments page", async ({ app }) => {
  app.clock.moveBy((Date.parse("2026-11-30T23:30:00Z") - app.clock.now().getTime()) / 60_000);
  const london = await anAdmin(app, { visitor: { timeZone: "Europe/London" } });
  const athens = await anAdmin(app, { visitor: { timeZone: "Europe/Athens" } });
  await aPaidManualBooking(app, london, await aSession(app.db));
  const monthOf = async ({ api }: Admin) => {
    const { period, outside } = await api.payments.listLedger({ page: "1" });
    return `${period.label}: ${outside.paid.count}`;
  };
  expect([await monthOf(london), await monthOf(athens)]).toEqual(["November 2026: 1", "December 2026: 1"]);
});

test("refuses to change the status of a removed order, and shows refunds owed only to the admin", async ({ app }) => {
  const admin = await anAdmin(app);
  const bookingId = await aPaidManualBooking(app, admin, await aSession(app.db));
  await admin.api.bookings.attendees.remove({ bookingId });
  const order = await admin.api.orders.get({ kind: "booking", id: bookingId });
  expect(order).toMatchObject({ steps: [], owedByHand: [{ amount: "£18.00" }] });
  const change = {
    kind: "booking" as const,
    id: bookingId,
    from: order.state as "cancelled paid",
    to: "paid" as const,
  };
  expect((await refusalOf(admin.api.orders.setStatus(change))).code).toBe("not_found");
});
