import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { giftCards, passes, payments, products, purchases } from "@db/schema";
import { readCode } from "@server/catalogue/gift-cards/code";
import { refusalOf } from "../../../support/accounts";
import { aGiftCardOnSale, giftBalanceOf, giftEntriesOf, payAtStripe, readCard } from "../../../support/gift-cards";
import { hannah } from "../../../support/guest-passes";
import { aPassOnSale } from "../../../support/passes";
import { expect, test, type TestApp } from "../../../support/test-app";

const giver = { firstName: "Ben", lastName: "Okafor", email: "ben@example.com" };

/** Puts a pass for £99.99 on sale, and a gift card of at most £50. */
async function onSale({ db }: TestApp) {
  const card = await aGiftCardOnSale(db, { highestMinor: 5000 });
  const pass = await aPassOnSale(db, {}, { priceMinor: 9999, title: "Ten evenings" });
  return { card, pass };
}

const giftOf = (card: { id: string }, passId: string) => ({
  ...giver,
  id: card.id,
  passId,
  amount: 9999,
  currency: "GBP" as const,
  formKey: randomUUID(),
  to: "other" as const,
  recipientEmail: hannah.email,
});

/** Gives the pass to Hannah and pays. */
async function give(app: TestApp, card: { id: string }, pass: { id: string }) {
  const { purchaseId } = await app.as().giftCards.buy(giftOf(card, pass.id));
  const payment = (await app.db.query.payments.findFirst({ where: eq(payments.purchaseId, purchaseId) }))!;
  await payAtStripe(app, payment.stripeCheckoutSessionId!);
  const given = await readCard(app.db, purchaseId);
  return { ...given, code: readCode(app.services.settings, given)! };
}

test("gives a pass by a gift card of its price that names it, whatever amounts cards are sold for", async ({ app }) => {
  const { card, pass } = await onSale(app);
  expect((await app.as().passes.get({ id: pass.id })).givenBy).toBe(card.id);
  const form = await app.as().giftCards.getForm({ id: card.id, passId: pass.id });
  expect(form.pass).toEqual({ id: pass.id, title: "Ten evenings", price: "£99.99", amount: "99.99" });
  const given = await give(app, card, pass);
  expect(await giftEntriesOf(app.db, given)).toBe("issued 9999");
  expect(await app.db.$count(passes)).toBe(0);
  await app.runJobs();
  const mail = app.sentMails.find(({ to }) => to === hannah.email)!;
  expect(mail.text).toContain("Enter the code where you buy “Ten evenings”, book a session or buy something else.");
  expect(mail.text).toContain(`/passes/${pass.id}`);
  const shown = await app.as().giftCards.readBalance({ giftCode: given.code });
  expect(shown.pass).toEqual({ title: "Ten evenings", path: `/passes/${pass.id}` });
});

test("buys the pass, or anything else, with the card that names it", async ({ app }) => {
  const { card, pass } = await onSale(app);
  const given = await give(app, card, pass);
  const asked = { product: pass.id, giftCode: given.code };
  const { quote, gifts } = await app.as().purchases.getForm(asked);
  expect(gifts).toMatchObject({ isAllPaid: true });
  const form = { product: pass.id, quote, giftCodes: gifts!.codes, formKey: randomUUID(), ...hannah };
  const { purchaseId } = await app.as().purchases.create(form);
  expect(await app.db.select().from(passes)).toMatchObject([{ purchaseId, email: hannah.email }]);
  expect(await giftBalanceOf(app.db, given)).toBe(0);
});

test("sells a card for a pass at its price only, and none for a pass that can't be given", async ({ app }) => {
  const { card, pass } = await onSale(app);
  const { giftCards: api } = app.as();
  const codeOf = async (passId: string) => (await refusalOf(api.buy(giftOf(card, passId)))).code;
  await app.db.update(products).set({ priceMinor: 12_000 }).where(eq(products.id, pass.id));
  expect((await refusalOf(api.buy(giftOf(card, pass.id)))).message).toBe(
    "The price of “Ten evenings” is £120.00 now. Please check it and confirm.",
  );
  const introduction = await aPassOnSale(app.db, { isIntroduction: true }, { priceMinor: 9999 });
  expect((await app.as().passes.get({ id: introduction.id })).givenBy).toBeNull();
  expect((await api.getForm({ id: card.id, passId: introduction.id })).pass).toBeNull();
  const gone = await aPassOnSale(app.db, {}, { priceMinor: 9999, isOn: false });
  expect([await codeOf(introduction.id), await codeOf(gone.id), await codeOf(card.id)]).toEqual([
    ...["not_found", "not_found", "not_found"],
  ]);
  await app.db.update(products).set({ isOn: false }).where(eq(products.id, card.id));
  expect((await app.as().passes.get({ id: pass.id })).givenBy).toBeNull();
  expect(await codeOf(pass.id)).toBe("not_found");
  expect(await app.db.$count(purchases)).toBe(0);
});

test("keeps a card whose pass is gone", async ({ app }) => {
  const { card, pass } = await onSale(app);
  const given = await give(app, card, pass);
  await app.db.delete(products).where(eq(products.id, pass.id));
  expect((await readCard(app.db, given.purchaseId)).passId).toBeNull();
  expect(await app.as().giftCards.readBalance({ giftCode: given.code })).toMatchObject({ pass: null });
  expect(await app.db.$count(giftCards)).toBe(1);
});
