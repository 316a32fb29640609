import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { giftCards, passes, payments, purchases, refunds } from "@db/schema";
import { anAccount, refusalOf } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { bookWithCards } from "../../../support/gift-cards";
import { aGivenPass, hannah } from "../../../support/pass-gifts";
import { aPassOnSale, bookWithPass, entriesOf, readPass } from "../../../support/passes";
import { actingAs, purchaseStatus } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const redeem = (app: TestApp, giftCode: string, formKey = randomUUID()) =>
  app.as().giftCards.redeemPass({ ...hannah, giftCode, formKey });

test("a pass that is given becomes its recipient's as it is redeemed, valid from then on", async ({ app }) => {
  const gift = await aGivenPass(app);
  expect(await app.db.$count(passes)).toBe(0);
  await app.runJobs();
  const mail = app.sentMails.find(({ to }) => to === hannah.email)!;
  expect(mail.text).toContain(`/gift-cards/redeem?code=${gift.code}`);
  expect(mail.text).toContain("Ten evenings");
  app.clock.moveBy(60 * 24 * 60);
  const { purchaseId, next } = await redeem(app, gift.code.toLowerCase());
  expect(next).toBe(`/my-pass/${purchaseId}`);
  const pass = await readPass(app.db, purchaseId);
  expect(pass).toMatchObject({ email: hannah.email, title: "Ten evenings", priceMinor: 9999, currency: "GBP" });
  expect(pass.startsAt).toEqual(app.clock.now());
  expect(await entriesOf(app.db, pass)).toBe("granted 10");
  const bought = await app.db.select().from(purchases).where(eq(purchases.id, purchaseId));
  expect(bought).toMatchObject([{ status: "free", totalMinor: 0, customerEmail: hannah.email }]);
});

test("a member who redeems gets it in their account, and a code is redeemed once of many at once", async ({ app }) => {
  const gift = await aGivenPass(app);
  const account = await anAccount(app.db);
  const member = app.as(actingAs(account));
  const once = { giftCode: gift.code, formKey: randomUUID() };
  const tries = [once, once, ...Array.from({ length: 4 }, () => ({ ...once, formKey: randomUUID() }))];
  const done = await Promise.allSettled(tries.map((input) => member.giftCards.redeemPass(input)));
  expect(done.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(2);
  expect(await app.db.$count(passes)).toBe(1);
  expect(await member.passes.listMine()).toMatchObject([{ title: "Ten evenings", state: "usable" }]);
  const again = await refusalOf(redeem(app, gift.code));
  const wrong = await refusalOf(redeem(app, "0000-0000-0000"));
  expect([again.code, again.message]).toEqual([wrong.code, wrong.message]);
});

test("pays for nothing, and buys no pass before it is paid", async ({ app }) => {
  const gift = await aGivenPass(app);
  const session = await aSession(app.db, { priceMinor: 3200 });
  expect((await refusalOf(bookWithCards(app, session, { codes: [gift.code] }))).code).toBe("discount_refused");
  const { pass, balance } = await app.as().giftCards.readBalance({ giftCode: gift.code });
  expect([pass, balance]).toEqual(["Ten evenings", expect.stringMatching(/^Ten evenings, not redeemed yet, until /)]);
  const introduction = await aPassOnSale(app.db, { isIntroduction: true });
  expect((await refusalOf(app.as().giftCards.getPassForm({ id: introduction.id }))).code).toBe("not_found");
});

test("a pass bought for oneself is not the gift that was begun before", async ({ app }) => {
  const product = await aPassOnSale(app.db);
  const account = await anAccount(app.db);
  const { giftCards: gifts, purchases: api } = app.as(actingAs(account));
  const { quote, formKey } = await gifts.getPassForm({ id: product.id });
  const gift = { id: product.id, quote, formKey, currency: "GBP" as const, to: "other" as const };
  const begun = await gifts.buyPass({ ...gift, recipientEmail: hannah.email });
  const form = await api.getForm({ product: product.id });
  const own = await api.create({ product: product.id, quote: form.quote, formKey: form.formKey });
  expect(own.purchaseId).not.toBe(begun.purchaseId);
  expect(await app.db.$count(giftCards, eq(giftCards.purchaseId, own.purchaseId))).toBe(0);
});

test("a refund of the gift ends it: before it is redeemed all of it, later what is not used", async ({ app }) => {
  const gift = await aGivenPass(app);
  const { purchaseId } = await redeem(app, gift.code);
  const account = await anAccount(app.db, { email: hannah.email });
  await app.db.update(passes).set({ userId: account.id });
  await bookWithPass(app, account, await aSession(app.db));
  const admin = await asAdmin(app);
  const order = await admin.orders.get({ kind: "purchase", id: gift.purchaseId });
  expect(order.unused).toEqual({ text: "9 of 10 credits are not used.", amount: "£89.99" });
  await admin.payments.refund({
    ...{ paymentId: gift.paymentId, amountMinor: 8999, isPlaceCancelled: true, formKey: randomUUID() },
  });
  expect(await entriesOf(app.db, await readPass(app.db, purchaseId))).toBe("granted 10, taken -1, refunded -9");

  const unredeemed = await aGivenPass(app);
  await admin.purchases.delete({ purchaseId: unredeemed.purchaseId, refund: "yes" });
  expect(await app.db.select().from(refunds).where(eq(refunds.paymentId, unredeemed.paymentId))).toMatchObject([
    { amountMinor: 9999 },
  ]);
  expect((await refusalOf(redeem(app, unredeemed.code))).code).toBe("not_found");
});

test("a pass that is redeemed while its gift is taken back does not outlive it", async ({ app }) => {
  const gift = await aGivenPass(app);
  const admin = await asAdmin(app);
  const refund = { paymentId: gift.paymentId, amountMinor: 9999, isPlaceCancelled: true, formKey: randomUUID() };
  const [redeemed] = await Promise.allSettled([redeem(app, gift.code), admin.payments.refund(refund)]);
  const rows = await app.db.select().from(passes);
  expect(rows).toHaveLength(redeemed.status === "fulfilled" ? 1 : 0);
  expect(rows.filter(({ endedAt }) => endedAt === null)).toEqual([]);
});

test("a refund at Stripe that comes back gives the redeemed pass back, too", async ({ app }) => {
  const gift = await aGivenPass(app);
  const { purchaseId } = await redeem(app, gift.code);
  const payment = (await app.db.query.payments.findFirst({ where: eq(payments.id, gift.paymentId) }))!;
  const { id: refundId } = await app.stripe.control.refund({ sessionId: payment.stripeCheckoutSessionId! });
  await expect.poll(() => purchaseStatus(app, gift.purchaseId)).toBe("refunded");
  expect((await readPass(app.db, purchaseId)).endedAt).not.toBeNull();
  await app.stripe.control.settleRefund({ refundId, status: "failed" });
  await expect.poll(() => purchaseStatus(app, gift.purchaseId)).toBe("paid");
  expect((await readPass(app.db, purchaseId)).endedAt).toBeNull();
  expect(await entriesOf(app.db, await readPass(app.db, purchaseId))).toBe("granted 10, refunded -10, adjusted 10");
});

test("a card that gives a pass is over after three years, and can't be corrected like an amount", async ({ app }) => {
  const gift = await aGivenPass(app);
  const { giftCards: office } = await asAdmin(app);
  const change = { id: gift.id, amountMinor: 100, reason: "Test", formKey: randomUUID() };
  expect((await refusalOf(office.admin.adjust(change))).code).toBe("not_found");
  expect((await office.admin.listSold({ page: 1 })).cards).toMatchObject([{ state: "usable" }]);
  await app.db.update(giftCards).set({ endsAt: app.clock.now() });
  expect((await refusalOf(redeem(app, gift.code))).code).toBe("not_found");
});
