import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { giftCards, outboxEmails, purchases } from "@db/schema";
import { refusalOf } from "../../../support/accounts";
import { anAdmin } from "../../../support/admin-sessions";
import { aGiftCardOnSale, payAtStripe, readCard } from "../../../support/gift-cards";
import { rateLimitedError, refusalCodes, repeat, test } from "../../../support/live-limits";
import { expect, type TestApp } from "../../../support/test-app";

const hostile = { firstName: "Royal", lastName: "Mail evil.example/pay" };
const words = "Your parcel is held.\nPay the fee at https://evil.example/pay or www.evil.example within 24 hours.";

/** Buys a gift card for someone else as a guest, and returns how its giver sends it again. */
async function aSentCard(app: TestApp, address = "127.0.0.1") {
  const { id } = await aGiftCardOnSale(app.db);
  const gift = { id, amount: 5000, currency: "GBP" as const, to: "other" as const, words };
  const recipient = { recipientEmail: `first-${randomUUID()}@example.com`, recipientName: "Ann evil.example" };
  const giver = { ...hostile, email: `giver-${randomUUID()}@example.com` };
  const api = app.as({ visitor: { address } }).giftCards;
  const { purchaseId } = await api.buy({ ...gift, ...recipient, ...giver, formKey: randomUUID() });
  const payment = await app.db.query.payments.findFirst({ where: (row) => eq(row.purchaseId, purchaseId) });
  await payAtStripe(app, payment!.stripeCheckoutSessionId!);
  const card = await readCard(app.db, purchaseId);
  const { manageKey: key } = (await app.db.query.purchases.findFirst({ where: eq(purchases.id, purchaseId) }))!;
  await app.runJobs();
  const resend = async (recipientEmail: string, formKey: string = randomUUID()) => {
    await api.resend({ id: card.id, key, recipientEmail, formKey });
    await app.runJobs();
  };
  return { card, resend };
}

const anAddress = () => `to-${randomUUID()}@example.com`;
const countMails = (app: TestApp) => app.db.$count(outboxEmails, eq(outboxEmails.template, "gift-card"));

test("sends a card again at most three times a day over all addresses, and once for a form posted twice", async ({
  app,
}) => {
  const { resend } = await aSentCard(app);
  const formKey = randomUUID();
  await resend("again@example.com", formKey);
  await resend("again@example.com", formKey);
  expect(await refusalCodes(4, () => resend(anAddress()))).toEqual([
    undefined,
    undefined,
    ...repeat("rate_limited", 2),
  ]);
  expect(await countMails(app)).toBe(4);
  expect(await refusalOf(resend(anAddress()))).toMatchObject({
    ...rateLimitedError,
    message: "Too many attempts. Please try again in 24 hours.",
  });
});

test("sends a card again ten times in all; the instructor still may", async ({ app }) => {
  const { card, resend } = await aSentCard(app);
  await app.db.update(giftCards).set({ resends: 9 }).where(eq(giftCards.id, card.id));
  expect(await refusalCodes(2, () => resend(anAddress()))).toEqual([undefined, "closed"]);
  const { api } = await anAdmin(app);
  await api.giftCards.admin.resend({ id: card.id, recipientEmail: anAddress(), formKey: randomUUID() });
});

test("counts cards sent again from one network, and to one address however it is written", async ({ app }) => {
  const others = await Promise.all([1, 2, 3, 4].map(() => aSentCard(app, "203.0.113.7")));
  const codes = await refusalCodes(12, (nth) => others[nth % 4]!.resend(anAddress()));
  expect(codes).toEqual([...repeat(undefined, 10), ...repeat("rate_limited", 2)]);
  const elsewhere = await Promise.all([1, 2, 3, 4].map((nth) => aSentCard(app, `198.51.100.${nth}`)));
  const spellings = ["victim@example.com", "VICTIM@example.com", "Victim@Example.com", "victim@EXAMPLE.com"];
  expect(await refusalCodes(4, (nth) => elsewhere[nth]!.resend(spellings[nth]!))).toEqual([
    ...repeat(undefined, 3),
    "rate_limited",
  ]);
});

test("mails a card with no link of what its giver has typed", async ({ app }) => {
  await aSentCard(app);
  const mail = app.sentMails.find(({ subject }) => subject.startsWith("A gift from"))!;
  expect(mail.text).toContain("Your parcel is held.");
  for (const part of [mail.subject, mail.html, mail.text]) expect(part).not.toMatch(/evil\.example|https?:\/\/\S*evil/);
});
