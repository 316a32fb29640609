import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { giftCards, outboxEmails, purchases, refunds } from "@db/schema";
import { claimPurchases } from "@server/selling/purchases/claim-purchases";
import { inTransaction } from "@server/core/transaction";
import { anAccount, refusalOf } from "../../../support/accounts";
import { aGiftCardOnSale, payAtStripe, readCard } from "../../../support/gift-cards";
import { actingAs } from "../../../support/recordings";
import { expect, test, type TestApp } from "../../../support/test-app";

const guest = { firstName: "Ada", lastName: "Guest", email: "ada.guest@example.com" };

/** Buys a gift card for Hannah as a guest and pays for it. */
async function buyAsGuest(app: TestApp, productId: string) {
  const gift = { id: productId, amount: 5000, currency: "GBP" as const, to: "other" as const };
  const recipient = { recipientEmail: "hannah@example.com", recipientName: "Hannah" };
  const { purchaseId } = await app.as().giftCards.buy({ ...gift, ...recipient, ...guest, formKey: randomUUID() });
  const payment = await app.db.query.payments.findFirst({ where: (row) => eq(row.purchaseId, purchaseId) });
  await payAtStripe(app, payment!.stripeCheckoutSessionId!);
  return readCard(app.db, purchaseId);
}

test("a guest buys a gift card, and opens, prints and sends it again by the mailed link", async ({ app }) => {
  const card = await buyAsGuest(app, (await aGiftCardOnSale(app.db)).id);
  expect(card).toMatchObject({ userId: null, giverName: "Ada Guest" });
  await app.runJobs();
  const receipt = app.sentMails.find(({ to }) => to === guest.email)!;
  expect(receipt.subject).toContain("Your gift: Gift card");
  const [, key] = new RegExp(`/my-gift-card/${card.id}\\?key=(\\w+)`).exec(receipt.text)!;
  expect(app.sentMails.filter(({ to }) => to === "hannah@example.com")).toHaveLength(1);
  const { giftCards: api } = app.as();
  expect(await api.getMine({ id: card.id, key })).toMatchObject({ amount: "£50", giver: "Ada Guest", balance: null });
  expect((await api.drawMine({ id: card.id, key })).pdf.subarray(0, 5).toString()).toBe("%PDF-");
  const again = { id: card.id, key, recipientEmail: "hannah@example.com", formKey: randomUUID() };
  await Promise.all([api.resend(again), api.resend(again)]);
  await app.runJobs();
  expect(await app.db.$count(outboxEmails, eq(outboxEmails.template, "gift-card"))).toBe(2);
  for (const wrong of [undefined, "wrong"]) {
    expect((await refusalOf(api.getMine({ id: card.id, key: wrong }))).code).toBe("not_found");
    expect((await refusalOf(api.drawMine({ id: card.id, key: wrong }))).code).toBe("not_found");
    expect((await refusalOf(api.resend({ ...again, key: wrong }))).code).toBe("not_found");
  }
  const stranger = await anAccount(app.db);
  expect((await refusalOf(app.as(actingAs(stranger)).giftCards.getMine({ id: card.id }))).code).toBe("not_found");
});

test("the account that confirms a guest's address takes over all of their cards, and the links end", async ({
  app,
}) => {
  const { id } = await aGiftCardOnSale(app.db);
  const cards = [await buyAsGuest(app, id), await buyAsGuest(app, id)];
  const account = await anAccount(app.db, { email: guest.email });
  await inTransaction(app.services, (tx) => claimPurchases(tx, app.services, account));
  await app.runJobs();
  const member = app.as(actingAs(account));
  expect((await member.giftCards.listMine()).map(({ id: cardId }) => cardId).sort()).toEqual(
    cards.map(({ id: cardId }) => cardId).sort(),
  );
  // Two cards are not one card bought twice.
  expect(await app.db.$count(refunds)).toBe(0);
  expect(await app.db.$count(giftCards, eq(giftCards.userId, account.id))).toBe(2);
  const { purchaseId } = cards[0]!;
  const { manageKey: key } = (await app.db.query.purchases.findFirst({ where: eq(purchases.id, purchaseId) }))!;
  expect((await refusalOf(app.as().giftCards.getMine({ id: cards[0]!.id, key }))).code).toBe("not_found");
});

test("a form of a guest that is sent twice buys once, and another's is refused", async ({ app }) => {
  const { id } = await aGiftCardOnSale(app.db);
  const form = { id, amount: 5000, currency: "GBP" as const, to: "me" as const, ...guest, formKey: randomUUID() };
  const { giftCards: api } = app.as();
  const [first, second] = await Promise.all([api.buy(form), api.buy(form)]);
  expect(second.purchaseId).toBe(first.purchaseId);
  expect(await app.db.$count(purchases)).toBe(1);
  expect((await refusalOf(api.buy({ ...form, email: "eve@example.com" }))).code).toBe("closed");
  const { firstName: _, ...nameless } = { ...form, formKey: randomUUID() };
  expect(await refusalOf(api.buy(nameless))).toMatchObject({ code: "invalid" });
});

test("a corrected address gets a new code, and the one that went to the wrong address pays nothing", async ({
  app,
}) => {
  const card = await buyAsGuest(app, (await aGiftCardOnSale(app.db)).id);
  await app.runJobs();
  const codeIn = (to: string) =>
    /(?:\w{4}-){6}\w{4}/.exec(app.sentMails.filter((mail) => mail.to === to).at(-1)!.text)![0];
  const { manageKey: key } = (await app.db.query.purchases.findFirst({ where: eq(purchases.id, card.purchaseId) }))!;
  const { giftCards: api } = app.as();
  await api.resend({ id: card.id, key, recipientEmail: "right@example.com", formKey: randomUUID() });
  await app.runJobs();
  expect((await api.readBalance({ giftCode: codeIn("right@example.com") })).balance).toContain("£50 of £50");
  const stale = codeIn("hannah@example.com");
  expect((await refusalOf(api.readBalance({ giftCode: stale }))).code).toBe("not_found");
});
