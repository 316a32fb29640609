import { eq } from "drizzle-orm";
import { passes as passRows, purchases, refunds } from "@db/schema";
import { aSignUpForm, anAccount, mailedToken, refusalOf, signedInBrowser } from "../../../../support/accounts";
import { asAdmin } from "../../../../support/admin";
import { aCode } from "../../../../support/codes";
import {
  aGuestPass,
  aGuestPurchase,
  bookAs,
  browserWith,
  hannah,
  readPurchase,
} from "../../../../support/guest-passes";
import { aPassOnSale, entriesOf, readPass } from "../../../../support/passes";
import { actingAs } from "../../../../support/recordings";
import { aSession } from "../../../../support/sessions";
import { expect, test, type TestApp } from "../../../../support/test-app";

const ownersOf = async (app: TestApp, purchaseId: string) => [
  (await readPurchase(app, purchaseId)).userId,
  (await readPass(app.db, purchaseId)).userId,
];

test("gives a pass that was bought before to the account that confirms its address, with its use", async ({ app }) => {
  const newcomer = aSignUpForm();
  const { pass, purchaseId, key, browser } = await aGuestPass(app, (await aPassOnSale(app.db)).id, {
    email: newcomer.email.toUpperCase(),
  });
  const session = await aSession(app.db, { priceMinor: 2200 });
  await bookAs(app, browser, session);
  const signingUp = app.browser();
  await signingUp.api.accounts.signUp(newcomer);
  expect(await ownersOf(app, purchaseId)).toEqual([null, null]);
  await signingUp.api.accounts.verifyEmail({ token: await mailedToken(app, "verify-email", newcomer.email) });
  const account = (await app.db.query.users.findFirst({ where: (row, { eq }) => eq(row.email, newcomer.email) }))!;
  expect(await ownersOf(app, purchaseId)).toEqual([account.id, account.id]);
  expect(await app.as(actingAs(account)).passes.listMine()).toMatchObject([
    { id: pass.id, receiptPath: `/user/purchases/${purchaseId}/receipt` },
  ]);
  // From now on it is the account's: neither the browser that bought it nor the link can use it.
  expect((await app.as(browser).bookings.getForm({ sessionId: session.id, quantity: 1 })).passes).toBeNull();
  expect(await app.as().purchases.getHeldPass({ purchaseId, key })).toEqual({ purchaseId, pass: null });
  expect((await refusalOf(app.as().purchases.getHeldReceipt({ purchaseId, key }))).code).toBe("not_found");
  expect((await refusalOf(app.as(browser).purchases.getHeldPass({ purchaseId }))).code).toBe("not_found");
  const mine = await app.as(actingAs(account)).bookings.getForm({ sessionId: session.id, quantity: 1 });
  expect(mine.passes!.chosen).toBe(pass.id);
});

test("gives a pass that was bought signed out to the account that has confirmed its address, at once", async ({
  app,
}) => {
  const account = await anAccount(app.db, { email: hannah.email });
  const product = await aPassOnSale(app.db);
  const { purchaseId } = await aGuestPass(app, product.id, { email: hannah.email.toUpperCase() });
  expect(await ownersOf(app, purchaseId)).toEqual([account.id, account.id]);
  await app.runJobs();
  const [mail] = app.sentMails.filter(({ subject }) => subject.startsWith("Your pass"));
  expect(mail!.text).toContain("/user/passes");
  expect(mail!.text).not.toContain("/my-pass/");
  const { code } = await aCode(app.db, "GIFT", { discountPercentage: 100 });
  const free = await aGuestPurchase(app, product.id, { discountCode: code });
  expect(await ownersOf(app, free.purchaseId)).toEqual([account.id, account.id]);
});

test("leaves a pass to the guest while the address is not confirmed", async ({ app }) => {
  await anAccount(app.db, { email: hannah.email, emailConfirmedAt: null });
  const { purchaseId, browser } = await aGuestPass(app, (await aPassOnSale(app.db)).id);
  expect(await ownersOf(app, purchaseId)).toEqual([null, null]);
  expect((await app.as(browser).purchases.getHeldPass({ purchaseId })).pass).toMatchObject({ state: "usable" });
});

test("takes over once, with any number of sign-ins at the same time, and refunds nothing", async ({ app }) => {
  const account = await anAccount(app.db);
  const product = await aPassOnSale(app.db, { credits: 3, isIntroduction: true }, { title: "First three" });
  const first = await aGuestPass(app, product.id, { email: "before@example.com" });
  const second = await aGuestPass(app, product.id, { email: account.email.replace("@", "+2@") });
  await app.db.update(purchases).set({ customerEmail: account.email });
  await Promise.all(Array.from({ length: 4 }, () => signedInBrowser(app, account)));
  await signedInBrowser(app, account);
  for (const { purchaseId, pass } of [first, second]) {
    expect(await ownersOf(app, purchaseId)).toEqual([account.id, account.id]);
    expect(await entriesOf(app.db, pass)).toBe("granted 3");
  }
  expect(await app.db.$count(refunds)).toBe(0);
  expect(await app.db.$count(passRows, eq(passRows.userId, account.id))).toBe(2);
});

test("gives the pass of a free purchase that was cancelled and given again to the account", async ({ app }) => {
  const { code } = await aCode(app.db, "GIFT", { discountPercentage: 100 });
  const { purchaseId } = await aGuestPurchase(app, (await aPassOnSale(app.db)).id, { discountCode: code });
  expect(await app.as(browserWith(purchaseId)).purchases.getReturn({ purchaseId })).toMatchObject({
    buyer: "me",
    state: "unlocked",
    heldPath: `/my-pass/${purchaseId}`,
  });
  const { orders } = await asAdmin(app);
  const step = { kind: "purchase" as const, id: purchaseId };
  await orders.setStatus({ ...step, from: "free", to: "cancelled" });
  const account = await anAccount(app.db, { email: hannah.email });
  await orders.setStatus({ ...step, from: "cancelled", to: "free" });
  expect(await ownersOf(app, purchaseId)).toEqual([account.id, account.id]);
});
