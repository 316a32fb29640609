import { passes, refunds } from "@db/schema";
import { anAccount, refusalOf } from "../../../../support/accounts";
import { aCode } from "../../../../support/codes";
import {
  aGuestPass,
  aGuestPurchase,
  checkoutOf,
  hannah,
  payPurchase,
  readPurchase,
  settleCheckout,
} from "../../../../support/guest-passes";
import { aPass, aPassOnSale, anOpenPassPurchase } from "../../../../support/passes";
import { actingAs } from "../../../../support/recordings";
import { createBarrier, interceptStatements } from "../../../../support/statements";
import { expect, test, type TestApp } from "../../../../support/test-app";

const anIntroduction = ({ db }: TestApp) =>
  aPassOnSale(db, { credits: 3, isIntroduction: true }, { title: "First three", priceMinor: 2000 });

const onceMessage = "Someone with this address has had this pass. It is for each person once.";

test("sells a first offer to each address once, in any letter case, to guests and members alike", async ({ app }) => {
  const { id: product } = await anIntroduction(app);
  await aGuestPass(app, product);
  const again = await refusalOf(aGuestPurchase(app, product, { email: "HANNAH@Example.com" }));
  expect(again).toEqual({ code: "closed", message: onceMessage });
  const account = await anAccount(app.db, { email: hannah.email, emailConfirmedAt: null });
  expect(await refusalOf(anOpenPassPurchase(app, account, product))).toMatchObject({ code: "closed" });
  expect(await app.as(actingAs(account)).passes.get({ id: product })).toMatchObject({ isUsedUp: true });
  expect(await app.as(actingAs(account)).purchases.getForm({ product })).toMatchObject({ isOwned: true });
  const member = await anAccount(app.db);
  await aPass(app, member, product);
  expect(await refusalOf(aGuestPurchase(app, product, { email: member.email.toUpperCase() }))).toMatchObject({
    message: onceMessage,
  });
  await aGuestPass(app, product, { email: "someone-else@example.com" });
});

test("sells a first offer again after it was refunded", async ({ app }) => {
  const { id: product } = await anIntroduction(app);
  const { purchaseId } = await aGuestPass(app, product);
  await app.stripe.control.refund({ sessionId: await checkoutOf(app, purchaseId) });
  await expect.poll(async () => (await readPurchase(app, purchaseId)).status).toBe("refunded");
  await aGuestPass(app, product);
});

/** As many as have a connection each. */
const racers = 6;

/** Lets all buyers look before any of them has bought. */
function disableAddressLock(app: TestApp, isLook: (text: string) => boolean, parties = racers): void {
  const allHaveLooked = createBarrier(parties);
  interceptStatements(app, {
    rewrite: (text) =>
      text.includes("pg_advisory_xact_lock(") ? text.replace("pg_advisory_xact_lock", "concat") : text,
    after: (text) => (isLook(text) ? allHaveLooked() : undefined),
  });
}

const isCountOfOwned = (text: string) => text.includes("count(*)") && text.includes('from "purchases"');

async function freeAtOnce(app: TestApp, product: string) {
  await aCode(app.db, "GIFT", { discountPercentage: 100 });
  const buy = () => aGuestPurchase(app, product, { discountCode: "GIFT" });
  const results = await Promise.allSettled(Array.from({ length: racers }, buy));
  return results.filter(({ status }) => status === "fulfilled").length;
}

test("gives a free first offer once to an address without an account that asks six times at once", async ({ app }) => {
  expect(await freeAtOnce(app, (await anIntroduction(app)).id)).toBe(1);
  expect(await app.db.$count(passes)).toBe(1);
});

/** Opens payment pages of guests and of a member with one address, and pays for all of them. */
async function paidAtOnce(app: TestApp, product: string) {
  const account = await anAccount(app.db, { email: hannah.email, emailConfirmedAt: null });
  const { checkoutId } = await anOpenPassPurchase(app, account, product);
  const guests = await Promise.all(Array.from({ length: racers - 1 }, () => aGuestPurchase(app, product)));
  const checkouts = [checkoutId, ...(await Promise.all(guests.map(({ purchaseId }) => checkoutOf(app, purchaseId))))];
  await app.stripe.control.hold({});
  for (const checkout of checkouts) await app.stripe.control.payNow(checkout);
  return checkouts;
}

test("keeps one of six payments for a first offer by guests and a member with one address, and refunds the others", async ({
  app,
}) => {
  const { id: product } = await anIntroduction(app);
  const checkouts = await paidAtOnce(app, product);
  await Promise.all(checkouts.map((checkout) => settleCheckout(app, checkout)));
  expect(await app.db.$count(passes)).toBe(1);
  expect(await app.db.select().from(refunds)).toMatchObject(
    Array.from({ length: racers - 1 }, () => ({ amountMinor: 2000, reason: "late_payment" })),
  );
});

test("gives a first offer to two guests with one address who pay at once without the lock (control run)", async ({
  app,
}) => {
  const { id: product } = await anIntroduction(app);
  const bought = [await aGuestPurchase(app, product), await aGuestPurchase(app, product)];
  disableAddressLock(app, isCountOfOwned, bought.length);
  await Promise.all(bought.map(({ purchaseId }) => payPurchase(app, purchaseId)));
  expect(await app.db.$count(passes)).toBe(2);
});
