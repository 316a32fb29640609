import { randomUUID } from "node:crypto";
import { liveSessions, purchases, refunds, sessionBookings } from "@db/schema";
import { releaseUnpaid } from "@server/payments/release";
import { settlePayment } from "@server/payments/settle";
import { lockPurchase } from "@server/selling/purchases/lock";
import { eq, sql } from "drizzle-orm";
import { asAdmin } from "../../../support/admin";
import {
  aBookedCourse,
  aCourseForm,
  aCourseOf,
  anOpenCourse,
  datesOf,
  payCourse,
  someDates,
} from "../../../support/courses";
import { aCode } from "../../../support/codes";
import { aGiftCard, giftBalanceOf } from "../../../support/gift-cards";
import { refundsAtStripe } from "../../../support/money";
import { takePlace } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const purchaseOf = async (app: TestApp, id: string) =>
  (await app.db.query.purchases.findFirst({ where: eq(purchases.id, id) }))!;

const amountsRefunded = async (app: TestApp) =>
  (await app.db.select().from(refunds)).map(({ amountMinor }) => amountMinor);

/** Counts the statements that wait for a lock. */
async function countWaiting({ db }: TestApp): Promise<number> {
  const { rows } = await db.execute(sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length;
}

test("books all dates for one payment; the shares add up to the penny", async ({ app }) => {
  const sessions = await someDates(app.db);
  const { id } = await aCourseOf(app.db, sessions);
  const open = await anOpenCourse(app, id);
  expect(await datesOf(app.db, open.purchaseId)).toEqual([
    ...["pending pending 3334", "pending pending 3333", "pending pending 3333"],
  ]);
  await payCourse(app, open);
  expect(await datesOf(app.db, open.purchaseId)).toEqual([
    ...["completed free 3334", "completed free 3333", "completed free 3333"],
  ]);
  await app.runJobs();
  const [mail, ...others] = app.sentMails.filter(({ subject }) => subject.startsWith("Your course is booked"));
  expect(others).toEqual([]);
  expect(mail!.attachments![0]!.content.match(/BEGIN:VEVENT/g)).toHaveLength(3);
});

test("who joins late pays for the dates to come; the same form again books once", async ({ app }) => {
  const sessions = await someDates(app.db);
  const { id } = await aCourseOf(app.db, sessions);
  await app.db
    .update(liveSessions)
    .set({ startTime: new Date(0) })
    .where(eq(liveSessions.id, sessions[0]!.id));
  const form = await aCourseForm(app, id);
  expect(form.quote).toMatch(/^GBP:6666:/);
  const [first, again] = [await app.as().courses.book(form), await app.as().courses.book(form)];
  expect(again).toEqual(first);
  expect((await purchaseOf(app, first.purchaseId)).totalMinor).toBe(6666);
  expect(await app.db.$count(sessionBookings)).toBe(2);
});

test("refuses a course whose dates or price have changed, and one with a full date, which it names", async ({
  app,
}) => {
  const sessions = await someDates(app.db, { maxAttendees: 1 });
  const { id } = await aCourseOf(app.db, sessions);
  const form = await aCourseForm(app, id);
  const again = (quote: string) => app.as().courses.book({ ...form, quote, formKey: randomUUID() });
  await expect(again(form.quote.replace("10000", "1"))).rejects.toMatchObject({ message: /changed/ });
  await app.db.update(liveSessions).set({ cancelledAt: new Date() }).where(eq(liveSessions.id, sessions[2]!.id));
  await expect(again(form.quote)).rejects.toMatchObject({ message: /dates of the course have changed/ });
  await takePlace(app.db, sessions[1]!);
  const { refusal, quote } = await app.as().courses.getForm({ id });
  expect(refusal).toMatch(/^The course is full: no place is free on .+, \d{4}, /);
  await expect(again(quote)).rejects.toMatchObject({ message: refusal });
  expect(await app.db.$count(purchases)).toBe(0);
});

test("a date that the instructor cancels returns its share, and the others stay", async ({ app }) => {
  const sessions = await someDates(app.db);
  const { id } = await aCourseOf(app.db, sessions);
  const { purchaseId, checkoutId } = await aBookedCourse(app, id);
  const admin = await asAdmin(app);
  const cancel = () => admin.sessions.cancel({ id: sessions[1]!.id });
  await cancel();
  await cancel();
  await app.runJobs();
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["3333 succeeded"]);
  expect(await datesOf(app.db, purchaseId)).toEqual([
    ...["completed free 3334", "cancelled cancelled 3333", "completed free 3333"],
  ]);
  expect((await purchaseOf(app, purchaseId)).status).toBe("paid");
  const mail = app.sentMails.find(({ subject }) => subject.includes("cancelled"));
  expect(mail!.text).toContain("£33.33");
});

test("cancelling the course refunds every date outside the window; one that was given up, too", async ({ app }) => {
  const sessions = await someDates(app.db);
  const { id } = await aCourseOf(app.db, sessions);
  const { purchaseId } = await aBookedCourse(app, id);
  const { manageKey: key } = await purchaseOf(app, purchaseId);
  const [booking] = await app.db.select().from(sessionBookings).where(eq(sessionBookings.sessionId, sessions[1]!.id));
  await app.as().bookings.cancel({ bookingId: booking!.id, key: booking!.manageKey });
  expect(await amountsRefunded(app)).toEqual([]);
  await app.db
    .update(liveSessions)
    .set({ startTime: new Date(Date.now() + 3_600_000) })
    .where(eq(liveSessions.id, sessions[0]!.id));
  await expect(app.as().courses.cancel({ purchaseId })).rejects.toMatchObject({ message: "Course not found" });
  let pressed: Promise<unknown> = Promise.resolve();
  await app.db.transaction(async (tx) => {
    await lockPurchase(tx, purchaseId);
    pressed = Promise.all([app.as().courses.cancel({ purchaseId, key }), app.as().courses.cancel({ purchaseId, key })]);
    await expect.poll(() => countWaiting(app)).toBe(2);
  });
  expect(await pressed).toEqual([{ outcome: "cancelled" }, { outcome: "cancelled" }]);
  expect(await amountsRefunded(app)).toEqual([6666]);
  expect((await datesOf(app.db, purchaseId))[0]).toBe("completed free 3334");
});

test("refunds go to the gift card first; the code's discount is shared, too", async ({ app }) => {
  const card = await aGiftCard(app);
  await aCode(app.db, "SAVE20");
  const { id } = await aCourseOf(app.db, await someDates(app.db));
  const form = await aCourseForm(app, id, { discountCode: "SAVE20", giftCodes: card.code });
  const { purchaseId } = await app.as().courses.book(form);
  const payment = await app.db.query.payments.findFirst({
    where: (row, { and, eq: is }) => and(is(row.purchaseId, purchaseId), is(row.provider, "stripe")),
  });
  await payCourse(app, { checkoutId: payment!.stripeCheckoutSessionId! });
  expect(await datesOf(app.db, purchaseId)).toEqual([
    ...["completed free 2667", "completed free 2667", "completed free 2666"],
  ]);
  const { manageKey: key } = await purchaseOf(app, purchaseId);
  await app.as().courses.cancel({ purchaseId, key });
  await app.runJobs();
  expect(await giftBalanceOf(app.db, card)).toBe(5000);
  expect((await amountsRefunded(app)).sort()).toEqual([3000, 5000]);
});

/** Lets Stripe report that a checkout was paid after it was given up. */
async function payAfterwards(app: TestApp, { checkoutId }: { checkoutId: string }): Promise<void> {
  const checkout = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
  await settlePayment(app.services, { ...checkout, status: "complete", payment_status: "paid" });
}

test("money that arrives late takes all dates again, or goes back whole", async ({ app }) => {
  const sessions = await someDates(app.db, { maxAttendees: 1 });
  const { id } = await aCourseOf(app.db, sessions);
  const payLate = async () => {
    const open = await anOpenCourse(app, id);
    await releaseUnpaid(app.services, { kind: "purchase", id: open.purchaseId });
    return open;
  };
  const lost = await payLate();
  expect(await datesOf(app.db, lost.purchaseId)).toEqual(Array(3).fill(expect.stringContaining("cancelled cancelled")));
  const place = await takePlace(app.db, sessions[2]!);
  await payAfterwards(app, lost);
  expect((await purchaseOf(app, lost.purchaseId)).status).toBe("cancelled");
  expect(await amountsRefunded(app)).toEqual([10_000]);
  await app.db
    .update(sessionBookings)
    .set({ status: "cancelled", paymentStatus: "cancelled" })
    .where(eq(sessionBookings.id, place));
  const kept = await payLate();
  await payAfterwards(app, kept);
  expect(await datesOf(app.db, kept.purchaseId)).toEqual(Array(3).fill(expect.stringContaining("completed free")));
});

test("a full refund releases all dates; places are free again", async ({ app }) => {
  const sessions = await someDates(app.db, { maxAttendees: 1 });
  const { id } = await aCourseOf(app.db, sessions);
  const { purchaseId, paymentId } = await aBookedCourse(app, id);
  const admin = await asAdmin(app);
  await admin.payments.refund({ paymentId, amountMinor: 10_000, isPlaceCancelled: false, formKey: randomUUID() });
  await app.runJobs();
  await expect.poll(async () => (await purchaseOf(app, purchaseId)).status).toBe("refunded");
  expect(await datesOf(app.db, purchaseId)).toEqual(Array(3).fill(expect.stringContaining("cancelled cancelled")));
  expect((await app.as().courses.getForm({ id })).refusal).toBeNull();
});
