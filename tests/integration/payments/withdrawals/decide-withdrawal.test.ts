import { auditEntries, payments, refunds, withdrawalRequests } from "@db/schema";
import { eq } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import type { anAdmin } from "../../../support/admin-sessions";
import { aMember } from "../../../support/members";
import { mailedTemplates } from "../../../support/money";
import { purchaseStatus } from "../../../support/recordings";
import { withoutConstraint } from "../../../support/disabled-protections";
import { createBarrier, disableRowLocks, interceptStatements } from "../../../support/statements";
import { expect, type TestApp } from "../../../support/test-app";
import { buyPurchase, test, withdraw } from "../../../support/withdrawals";

type Admin = Awaited<ReturnType<typeof anAdmin>>;
type BoughtPurchase = Awaited<ReturnType<typeof buyPurchase>>;

const requestOf = async ({ db }: TestApp, id: string) =>
  (await db.select().from(withdrawalRequests).where(eq(withdrawalRequests.id, id)))[0]!;

test("refunds once by the usual path when pressed twice at once, and access ends", async ({ app, admin }) => {
  const { account, purchaseId } = await buyPurchase(app, { isWaived: false });
  const { id } = await withdraw(app, { contract: "Birth", email: account.email });
  const chosen = { id, kind: "purchase" as const, contractId: purchaseId };
  const { refund, decline } = admin.api.withdrawals.admin;
  const made = await Promise.all(Array.from({ length: 4 }, () => refund(chosen)));
  expect(made.filter(({ byCard }) => byCard === "£51.00")).toHaveLength(1);
  await app.runJobs();
  await expect.poll(() => purchaseStatus(app, purchaseId)).toBe("refunded");
  await app.runJobs();
  expect(await app.db.$count(refunds)).toBe(1);
  expect(app.sentMails.filter(({ subject }) => subject === "Your refund: Birth Recordings")).toHaveLength(1);
  expect(await requestOf(app, id)).toMatchObject({
    status: "refunded",
    contractKind: "purchase",
    contractId: purchaseId,
  });
  await expect(decline({ id, reason: "Too late." })).rejects.toThrow("This withdrawal has been refunded already.");
  const audited = await app.db.select().from(auditEntries).where(eq(auditEntries.subjectType, "withdrawal"));
  expect(audited.map(({ action }) => action)).toEqual(["withdrawal.refunded"]);
  const second = await withdraw(app, { contract: "Birth again", email: account.email });
  expect(await refund({ ...chosen, id: second.id })).toEqual({ byCard: null, byHand: null });
  expect(await app.db.$count(refunds)).toBe(1);
});

type OtherRefund = (app: TestApp, admin: Admin, order: BoughtPurchase) => Promise<(() => Promise<unknown>)[]>;

/** Each returns what is pressed at the same moment. */
const otherRefunds: [where: string, refundElsewhere: OtherRefund][] = [
  [
    "among the orders at the same moment",
    async ({ db }, { api }) => {
      const [payment] = await db.select().from(payments);
      const refund = { paymentId: payment!.id, amountMinor: payment!.amountMinor, formKey: randomUUID() };
      return [() => api.payments.refund(refund)];
    },
  ],
  [
    "in Stripe’s dashboard before",
    async (app, _, { checkoutId, purchaseId }) => {
      await app.stripe.control.refund({ sessionId: checkoutId });
      await expect.poll(() => purchaseStatus(app, purchaseId)).toBe("refunded");
      return [];
    },
  ],
];

test.for(otherRefunds)(
  "ends the request without a second refund for one %s",
  async ([, refundElsewhere], { app, admin }) => {
    const order = await buyPurchase(app, { isWaived: false });
    const { id } = await withdraw(app, { contract: "Birth", email: order.account.email });
    const others = await refundElsewhere(app, admin, order);
    const refund = () => admin.api.withdrawals.admin.refund({ id, kind: "purchase", contractId: order.purchaseId });
    const outcomes = await Promise.allSettled([refund, ...others].map((press) => press()));
    expect(outcomes[0]?.status).toBe("fulfilled");
    expect(await app.db.$count(refunds)).toBe(1);
    expect((await requestOf(app, id)).status).toBe("refunded");
    await app.runJobs();
    await expect.poll(() => purchaseStatus(app, order.purchaseId)).toBe("refunded");
    expect(await admin.api.withdrawals.admin.get({ id })).toMatchObject({
      refundedOrder: { reference: order.reference },
      contracts: [{ left: null, isRefunded: true }],
    });
  },
);

test("either refunds or declines when both are pressed at once", async ({ app, admin }) => {
  const { account, purchaseId } = await buyPurchase(app, { isWaived: false });
  const { id } = await withdraw(app, { contract: "Birth", email: account.email });
  expect(await decideBoth(admin, { id, purchaseId })).toEqual(["fulfilled", "rejected"]);
  const isRefunded = (await requestOf(app, id)).status === "refunded";
  expect([await app.db.$count(refunds), (await mailedTemplates(app)).includes("withdrawal-declined")]).toEqual(
    isRefunded ? [1, false] : [0, true],
  );
});

test("refunds and declines at once without lock and constraint (control run)", async ({ app, admin }) => {
  const { account, purchaseId } = await buyPurchase(app, { isWaived: false });
  const { id } = await withdraw(app, { contract: "Birth", email: account.email });
  disableRowLocks(app, "withdrawal_requests");
  const bothHaveRead = createBarrier(2);
  const isRead = (text: string) => text.startsWith("select") && text.includes('from "withdrawal_requests"');
  const decided = { table: "withdrawal_requests", constraint: "withdrawal_requests_decided" };
  await withoutConstraint(app, decided, async () => {
    interceptStatements(app, { after: (text) => (isRead(text) ? bothHaveRead() : undefined) });
    await decideBoth(admin, { id, purchaseId });
    expect(await app.db.$count(refunds)).toBe(1);
    expect(await mailedTemplates(app)).toContain("withdrawal-declined");
  });
});

type WithdrawalRef = { id: string; purchaseId: string };

async function decideBoth({ api }: Awaited<ReturnType<typeof anAdmin>>, { id, purchaseId }: WithdrawalRef) {
  const outcomes = await Promise.allSettled([
    api.withdrawals.admin.refund({ id, kind: "purchase", contractId: purchaseId }),
    api.withdrawals.admin.decline({ id, reason: "Too late." }),
  ]);
  return outcomes.map(({ status }) => status).sort();
}

test("declines with a reason that is mailed once", async ({ app, admin }) => {
  const { id } = await withdraw(app, { contract: "Birth", email: "hannah@example.com" });
  const { decline } = admin.api.withdrawals.admin;
  await Promise.all([decline({ id, reason: "No order was found." }), decline({ id, reason: "No order was found." })]);
  await app.runJobs();
  const answers = app.sentMails.filter(({ subject }) => subject.startsWith("About your withdrawal"));
  expect(answers.map(({ to }) => to)).toEqual(["hannah@example.com"]);
  expect(answers[0]!.text).toContain("No order was found.");
});

test("refunds nothing where nothing was paid", async ({ app, admin }) => {
  const { account } = await aMember(app);
  await admin.api.purchases.grant({ item: "birth", email: account.email, formKey: randomUUID() });
  const { id } = await withdraw(app, { contract: "Birth", email: account.email });
  const { contracts } = await admin.api.withdrawals.admin.get({ id });
  expect(contracts).toMatchObject([{ left: null, isRefunded: false }]);
  const refund = admin.api.withdrawals.admin.refund({ id, kind: "purchase", contractId: contracts[0]!.id });
  await expect(refund).rejects.toThrow("Nothing was paid for it");
});
