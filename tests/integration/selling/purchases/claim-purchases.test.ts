import { eq } from "drizzle-orm";
import { purchases, payments, refunds } from "@db/schema";
import { settlePayment } from "@server/payments/settle";
import { aSignUpForm, anAccount, mailedToken, password, signedInBrowser } from "../../../support/accounts";
import { anOpenPurchase, aPurchase, purchaseStatus } from "../../../support/recordings";
import { expect, test, type TestApp } from "../../../support/test-app";

const ownerOf = async ({ db }: TestApp, id: string) =>
  (await db.select().from(purchases).where(eq(purchases.id, id)))[0]!.userId;

test("assigns a purchase to the account with its address once the address is confirmed", async ({ app }) => {
  const newcomer = aSignUpForm();
  const { id } = await aPurchase(app.db, null, { customerEmail: newcomer.email.toUpperCase() });
  const browser = app.browser();
  await browser.api.accounts.signUp(newcomer);
  expect(await ownerOf(app, id)).toBeNull();
  await browser.api.accounts.verifyEmail({ token: await mailedToken(app, "verify-email", newcomer.email) });
  const account = await app.db.query.users.findFirst({ where: (row, { eq }) => eq(row.email, newcomer.email) });
  expect(await ownerOf(app, id)).toBe(account!.id);
});

test("assigns a purchase to an account with a confirmed address at the next sign-in", async ({ app }) => {
  const account = await anAccount(app.db);
  const { id } = await aPurchase(app.db, null, { customerEmail: account.email });
  await signedInBrowser(app, account);
  expect(await ownerOf(app, id)).toBe(account.id);
});

test("assigns nothing to an account whose address is not confirmed", async ({ app }) => {
  const account = await anAccount(app.db, { emailConfirmedAt: null });
  const { id } = await aPurchase(app.db, null, { customerEmail: account.email });
  const attempt = app.browser().api.accounts.signIn({ email: account.email, password });
  await expect(attempt).rejects.toThrow("verify your email");
  expect(await ownerOf(app, id)).toBeNull();
});

test("assigns a purchase to no other account, and never reassigns it", async ({ app }) => {
  const [account, other] = [await anAccount(app.db), await anAccount(app.db)];
  const waiting = await aPurchase(app.db, null, { customerEmail: account.email });
  const theirs = await aPurchase(app.db, other, { collection: "stress", customerEmail: account.email });
  await signedInBrowser(app, other);
  expect(await ownerOf(app, waiting.id)).toBeNull();
  await signedInBrowser(app, account);
  expect(await ownerOf(app, theirs.id)).toBe(other.id);
});

test("assigns a late payment to the account that has the purchase's address by then", async ({ app }) => {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.db.update(purchases).set({ userId: null }).where(eq(purchases.id, purchaseId));
  await app.stripe.control.payNow(checkoutId);
  await expect.poll(() => purchaseStatus(app, purchaseId)).toBe("paid");
  expect(await ownerOf(app, purchaseId)).toBe(account.id);
});

test("refunds a purchase of a collection the member already has, once, with any number of simultaneous sign-ins", async ({
  app,
}) => {
  const account = await anAccount(app.db);
  const { purchaseId, checkoutId } = await anOpenPurchase(app, account);
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  const checkout = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
  await settlePayment(app.services, checkout);
  await app.db.update(purchases).set({ userId: null }).where(eq(purchases.id, purchaseId));
  const own = await aPurchase(app.db, account);
  await Promise.all(Array.from({ length: 4 }, () => signedInBrowser(app, account)));
  expect(await purchaseStatus(app, own.id)).toBe("paid");
  expect(await app.db.select().from(refunds)).toMatchObject([{ amountMinor: 5100, reason: "late_payment" }]);
  expect(await app.db.$count(payments)).toBe(1);
  await app.runJobs();
  await expect.poll(() => purchaseStatus(app, purchaseId)).toBe("refunded");
});

test("refunds only the rest of a partly refunded duplicate purchase", async ({ app }) => {
  const account = await anAccount(app.db);
  const { purchaseId, checkoutId } = await anOpenPurchase(app, account);
  await app.stripe.control.payNow(checkoutId);
  await expect.poll(() => purchaseStatus(app, purchaseId)).toBe("paid");
  await app.db.update(purchases).set({ userId: null }).where(eq(purchases.id, purchaseId));
  await app.stripe.control.refund({ sessionId: checkoutId, amount: 1100 });
  await expect.poll(() => app.db.$count(refunds)).toBe(1);
  await aPurchase(app.db, account);
  await signedInBrowser(app, account);
  const amounts = (await app.db.select().from(refunds)).map(({ amountMinor }) => amountMinor);
  expect(amounts.sort()).toEqual([1100, 4000]);
  await app.runJobs();
  const [notice] = app.sentMails.filter(
    ({ to, text }) => to === account.email && text.includes("This was a second payment"),
  );
  expect(notice!.text).toContain("£40.00");
});
