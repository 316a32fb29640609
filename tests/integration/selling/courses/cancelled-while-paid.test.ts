import { refunds } from "@db/schema";
import { compareCourses } from "@server/payments/ledger/compare-courses";
import { asAdmin } from "../../../support/admin";
import { aCourseForm, aCourseOf, datesOf, payCourse, someDates } from "../../../support/courses";
import { aGiftCard, giftBalanceOf } from "../../../support/gift-cards";
import { refundsAtStripe } from "../../../support/money";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Begins to pay for a course, £80 of £100 by a gift card, and lets the instructor cancel a date meanwhile. */
async function cancelledMeanwhile(app: TestApp) {
  const card = await aGiftCard(app, { amount: 8000 });
  const dates = await someDates(app.db);
  const { id } = await aCourseOf(app.db, dates);
  const { purchaseId } = await app.as().courses.book(await aCourseForm(app, id, { giftCodes: card.code }));
  const rows = await app.db.query.payments.findMany({ where: (row, { eq }) => eq(row.purchaseId, purchaseId) });
  const checkoutId = rows.flatMap((row) => row.stripeCheckoutSessionId ?? [])[0]!;
  const admin = await asAdmin(app);
  await admin.sessions.cancel({ id: dates[1]!.id });
  return { card, purchaseId, checkoutId, admin };
}

const withoutOne = ["completed free 3334", "cancelled cancelled 3333", "completed free 3333"];
const unexplained = async (app: TestApp) => (await compareCourses(app.db, app.clock.now())).unexplained;

test("returns the whole share of a date that was cancelled while its course was paid, to the gift card first", async ({
  app,
}) => {
  const { card, purchaseId, checkoutId } = await cancelledMeanwhile(app);
  await payCourse(app, { checkoutId });
  await app.runJobs();
  expect(await datesOf(app.db, purchaseId)).toEqual(withoutOne);
  expect([await giftBalanceOf(app.db, card), await refundsAtStripe(app, checkoutId)]).toEqual([3333, []]);
  expect(await unexplained(app)).toEqual([]);
});

test("returns it when the instructor records the payment by hand, too", async ({ app }) => {
  const { card, purchaseId, admin } = await cancelledMeanwhile(app);
  await admin.orders.setStatus({ kind: "purchase", id: purchaseId, from: "pending", to: "paid" });
  await app.runJobs();
  expect(await datesOf(app.db, purchaseId)).toEqual(withoutOne);
  expect(await giftBalanceOf(app.db, card)).toBe(3333);
  expect((await app.db.select().from(refunds)).map(({ amountMinor }) => amountMinor)).toEqual([3333]);
  expect(await unexplained(app)).toEqual([]);
});
