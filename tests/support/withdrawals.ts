import { randomUUID } from "node:crypto";
import { purchases } from "@db/schema";
import { eq } from "drizzle-orm";
import { anAdmin } from "./admin-sessions";
import { anOpenPurchase, fillCollections, purchaseStatus } from "./recordings";
import { expect, test as appTest, type TestApp } from "./test-app";

/** A site that sells collections, with an admin. */
export const test = appTest.extend<{ admin: Awaited<ReturnType<typeof anAdmin>> }>({
  admin: async ({ app }, use) => {
    await fillCollections(app.db);
    await use(await anAdmin(app));
  },
});

/** Buys a collection and pays for it; without the waiver as before there was one. */
export async function buyPurchase(app: TestApp, { isWaived = true } = {}) {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.payNow(checkoutId);
  await expect.poll(() => purchaseStatus(app, purchaseId)).toBe("paid");
  await app.runJobs();
  const nothing = { waiverText: null, waiverVersion: null, waivedAt: null };
  if (!isWaived) await app.db.update(purchases).set(nothing).where(eq(purchases.id, purchaseId));
  return { account, purchaseId, checkoutId, reference: purchaseId.slice(0, 8).toUpperCase() };
}

/** What the page for withdrawing posts. */
export const aWithdrawal = (values: { contract: string; email: string; formKey?: string }) => ({
  name: "Hannah Okafor",
  formKey: randomUUID() as string,
  ...values,
});

/** Sends a withdrawal as a visitor. */
export const withdraw = (app: TestApp, values: Parameters<typeof aWithdrawal>[0]) =>
  app.as().withdrawals.confirm(aWithdrawal(values));
