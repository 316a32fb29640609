import { eq } from "drizzle-orm";
import { describe } from "vitest";
import { balanceTransactions, payments, payouts } from "@db/schema";
import { syncPayouts } from "@server/payments/payouts/sync-payouts";
import { storePayouts } from "@server/payments/payouts/store-payouts";
import { refusalOf } from "../../support/accounts";
import { asAdmin } from "../../support/admin";
import { linesOfCsv } from "../../support/csv";
import { aMember } from "../../support/members";
import { aPaidBooking, findOnlyMail, mailedTemplates, waitForAllEvents } from "../../support/money";
import { aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

const inMinor = (printed: string) => Math.round(Number(printed.replace(/[^\d.-]/g, "")) * 100);

/** Books and pays a minute later than all before, so that the order of what a payout holds is known. */
async function aLaterBooking(app: TestApp) {
  app.clock.moveBy(1);
  return aPaidBooking(app, await aSession(app.db));
}

const payOut = async (app: TestApp) => (await app.stripe.control.payOut())[0]!;

/** Returns everything that is stored, in an order of its own. */
async function stored({ db }: TestApp) {
  const [held, paid] = await Promise.all([db.select().from(balanceTransactions), db.select().from(payouts)]);
  return [...held, ...paid].map((row) => JSON.stringify({ ...row, readAt: null })).sort();
}

test("says to the penny what a payout holds: payments, a refund, a dispute, and what is not this site's", async ({
  app,
}) => {
  const [first, second] = [await aLaterBooking(app), await aLaterBooking(app)];
  app.clock.moveBy(1);
  await app.stripe.control.refund({ sessionId: first.checkoutId, amount: 500 });
  app.clock.moveBy(1);
  await app.stripe.control.payElsewhere({ amount: 9000 });
  app.clock.moveBy(1);
  await app.stripe.control.dispute({ sessionId: second.checkoutId });
  const { amount } = await payOut(app);
  await waitForAllEvents(app);
  await app.runJobs(); // enqueued by the payout's events
  const admin = await asAdmin(app);

  const list = await admin.payments.listPayouts({});
  expect(list.sums).toEqual([
    {
      currency: "GBP",
      payouts: 1,
      arrived: "£80.51", // 1753 + 1753 - 500 + 8845 - 1800 - 2000
      lines: [
        { kind: "payment", amount: "£126.00" },
        { kind: "refund", amount: "-£5.00" },
        { kind: "dispute", amount: "-£18.00" },
        { kind: "fees", amount: "-£22.49" },
      ],
    },
  ]);
  expect(list).toMatchObject({
    waiting: [],
    reading: { failure: null },
    payouts: [{ status: "paid", amount: "£80.51", holds: { payments: 3, fees: "£22.49" } }],
  });
  const details = await admin.payments.getPayout({ id: list.payouts[0]!.id, page: 1 });
  expect(
    details.lines.map(({ kind, gross, fee, net, order, isOwn }) => [kind, gross, fee, net, order?.id, isOwn]),
  ).toEqual([
    ["payment", "£18.00", "£0.47", "£17.53", first.bookingId, true],
    ["payment", "£18.00", "£0.47", "£17.53", second.bookingId, true],
    ["refund", "-£5.00", "£0.00", "-£5.00", first.bookingId, true],
    ["payment", "£90.00", "£1.55", "£88.45", undefined, false],
    ["dispute", "-£18.00", "£20.00", "-£38.00", second.bookingId, true],
  ]);
  const total = details.lines.reduce((sum, { net }) => sum + inMinor(net), 0);
  expect(total).toBe(amount);
  expect(details.sum.reduce((sum, part) => sum + inMinor(part.amount), 0)).toBe(amount);

  expect(await admin.orders.get({ kind: "booking", id: first.bookingId })).toMatchObject({
    fees: ["£13.00 less fees of £0.47 is £12.53"],
    payouts: [{ id: details.id, status: "paid" }],
  });
  const { csv } = await admin.orders.export({});
  const [head, ...rows] = linesOfCsv(csv);
  expect(head).toMatch(/,Reference,Stripe fee,Net,Net currency,/);
  expect(rows).toContainEqual(expect.stringMatching(/,0\.47,12\.53,GBP,/));
  const { brought } = await admin.payments.listLedger({});
  expect(brought).toEqual(["£13.00 less fees of £20.94 is -£7.94"]);
});

describe("the same result", () => {
  test("from payouts that are read twice, at the same time, and after their events", async ({ app }) => {
    await aLaterBooking(app);
    await payOut(app);
    await waitForAllEvents(app);
    await syncPayouts(app.services);
    const once = await stored(app);
    expect(once).toHaveLength(2);
    await Promise.all([syncPayouts(app.services), syncPayouts(app.services), app.runJobs("sync-payouts")]);
    expect(await stored(app)).toEqual(once);
  });

  test("from a run that stopped half-way: Stripe fails at each of its requests in turn", async ({ app }) => {
    await aLaterBooking(app);
    await payOut(app);
    await aLaterBooking(app);
    await payOut(app);
    await aLaterBooking(app);
    await waitForAllEvents(app);
    const { fail } = app.stripe.control;
    for (const operation of ["balanceTransactions.list", "payouts.list"] as const) {
      await fail({ operation, status: 500 });
      expect(await syncPayouts(app.services)).toEqual({ failure: "failing" });
    }
    expect(await app.db.$count(balanceTransactions)).toBe(3);
    expect(await syncPayouts(app.services)).toEqual({ failure: null });
    expect(await app.db.$count(balanceTransactions)).toBe(3);
    const admin = await asAdmin(app);
    const { payouts: listed, waiting } = await admin.payments.listPayouts({});
    expect(listed.map(({ amount, holds }) => [amount, holds?.payments])).toEqual([
      ["£17.53", 1],
      ["£17.53", 1],
    ]);
    expect(waiting).toEqual(["£17.53"]);
  });

  test("from a payout that is read before its payment is recorded here", async ({ app }) => {
    await aLaterBooking(app);
    const { bookingId, paymentId } = await aLaterBooking(app);
    await waitForAllEvents(app);
    const late = { stripePaymentIntentId: null, state: "open" as const };
    const [known] = await app.db.select().from(payments).where(eq(payments.id, paymentId));
    await app.db.update(payments).set(late).where(eq(payments.id, paymentId));
    await payOut(app);
    await syncPayouts(app.services);
    const admin = await asAdmin(app);
    const [payout] = (await admin.payments.listPayouts({})).payouts;
    const linesNow = async () => (await admin.payments.getPayout({ id: payout!.id, page: 1 })).lines;
    expect((await linesNow()).map(({ order, isOwn }) => [order !== null, isOwn])).toEqual([
      [true, true],
      [false, true],
    ]);
    await app.db.update(payments).set(known!).where(eq(payments.id, paymentId));
    expect((await linesNow()).map(({ order }) => order?.id)).toContain(bookingId);
  });
});

test("keeps a payout failed when an earlier answer of Stripe comes late, and tells the admin once", async ({ app }) => {
  await aLaterBooking(app);
  const { id: payoutId } = await payOut(app);
  const early = await app.services.stripe.client.payouts.retrieve(payoutId);
  await syncPayouts(app.services);
  await app.stripe.control.failPayout({ payoutId });
  await waitForAllEvents(app);
  await app.runJobs();
  await storePayouts(app.services, [early]);
  await syncPayouts(app.services);
  expect(await app.db.select().from(payouts)).toMatchObject([
    { status: "failed", failure: "The bank account has been closed." },
  ]);
  expect(await findOnlyMail(app, "admin-payout-failed")).toMatchObject({ subject: "Payout failed: £17.53" });

  const admin = await asAdmin(app);
  const { sums, payouts: listed, waiting } = await admin.payments.listPayouts({});
  expect(sums).toEqual([]); // nothing arrived
  expect(listed).toMatchObject([{ status: "failed", failure: "The bank account has been closed." }]);
  expect(waiting).toEqual(["£17.53"]);
  await payOut(app);
  await syncPayouts(app.services);
  expect((await admin.payments.listPayouts({})).sums).toMatchObject([
    { arrived: "£17.53", lines: [{ kind: "returned", amount: "£17.53" }] },
  ]);
});

test("tells nothing of failures from before the site read payouts", async ({ app }) => {
  await aLaterBooking(app);
  const { id: payoutId } = await payOut(app);
  await app.stripe.control.failPayout({ payoutId });
  app.clock.moveBy(40 * 24 * 60);
  await syncPayouts(app.services);
  expect(await mailedTemplates(app)).not.toContain("admin-payout-failed");
});

test("shows what a customer paid in another currency beside the rate, and adds no amounts of two currencies", async ({
  app,
}) => {
  await aLaterBooking(app);
  app.clock.moveBy(1);
  await app.stripe.control.payElsewhere({ amount: 6000, currency: "eur" });
  await payOut(app);
  await syncPayouts(app.services);
  const admin = await asAdmin(app);
  const { payouts: listed } = await admin.payments.listPayouts({});
  const { lines } = await admin.payments.getPayout({ id: listed[0]!.id, page: 1 });
  expect(lines.map(({ gross, original }) => [gross, original])).toEqual([
    ["£18.00", null],
    ["£51.60", "€60.00 at 0.86"],
  ]);
  const { id, ...euros } = { ...(await app.db.select().from(payouts))[0]!, currency: "CHF", stripePayoutId: "po_chf" };
  expect(id).toBe(listed[0]!.id);
  await app.db.insert(payouts).values({ ...euros, readAt: null, reconciliation: "not_applicable" });
  expect((await admin.payments.listPayouts({})).sums).toMatchObject([
    { currency: "CHF", arrived: "6712 CHF (minor units)", lines: [{ kind: "unlisted" }] },
    { currency: "GBP", arrived: "£67.12", lines: [{ kind: "payment" }, { kind: "fees" }] },
  ]);
});

test("says that the key lacks permission, and keeps what was read before", async ({ app }) => {
  await aLaterBooking(app);
  await payOut(app);
  await syncPayouts(app.services);
  const admin = await asAdmin(app);
  await app.stripe.control.fail({ operation: "payouts.list", status: 403 });
  expect(await admin.payments.syncPayouts()).toEqual({ failure: "not_permitted" });
  const { payouts: listed, reading } = await admin.payments.listPayouts({});
  expect(reading).toMatchObject({ failure: "not_permitted", readAt: expect.any(String) as string });
  expect(listed).toHaveLength(1);
});

test("asks Stripe nothing while the site has taken no payment by Stripe", async ({ app }) => {
  await app.stripe.control.payElsewhere({ amount: 6000 });
  await payOut(app);
  await syncPayouts(app.services);
  expect(await stored(app)).toEqual([]);
});

test("shows payouts to no member, and none that does not exist", async ({ app }) => {
  const id = crypto.randomUUID();
  const { api } = await aMember(app);
  expect(await refusalOf(api.payments.listPayouts({}))).toMatchObject({ code: "forbidden" });
  expect(await refusalOf(api.payments.getPayout({ id, page: 1 }))).toMatchObject({ code: "forbidden" });
  const admin = await asAdmin(app);
  expect(await refusalOf(admin.payments.getPayout({ id, page: 1 }))).toMatchObject({ message: "Payout not found" });
});
