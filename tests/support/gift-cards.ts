import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "@db/client";
import { giftCardEntries, giftCards, giftCardTerms, payments, products } from "@db/schema";
import { readCode } from "@server/catalogue/gift-cards/code";
import { settlePayment } from "@server/payments/settle";
import { anAccount } from "./accounts";
import { actingAs } from "./recordings";
import type { CallerOptions, TestApp } from "./test-app";

type Terms = Partial<typeof giftCardTerms.$inferInsert>;

/** Puts a gift card from £25 to £500 on sale, valid for three years. */
export async function aGiftCardOnSale(
  db: Database,
  terms: Terms = {},
  values: Partial<typeof products.$inferInsert> = {},
) {
  const [product] = await db
    .insert(products)
    .values({ kind: "gift_card", title: "Gift card", priceCurrency: "GBP", ...values })
    .returning();
  await db
    .insert(giftCardTerms)
    .values({ productId: product!.id, lowestMinor: 2500, highestMinor: 50_000, months: 36, ...terms });
  return product!;
}

type Gift = {
  amount?: number;
  to?: "me" | "other";
  recipientEmail?: string;
  recipientName?: string;
  words?: string;
  sendOn?: string;
};
type Giver = Awaited<ReturnType<typeof anAccount>>;
type Buying = Gift & { giver?: Giver; currency?: "GBP" | "EUR" | "USD"; productId?: string; timeZone?: string };

/** Begins to buy a gift card, up to the open payment page. */
export async function anOpenGift(app: TestApp, { giver, currency = "GBP", productId, timeZone, ...gift }: Buying = {}) {
  const account = giver ?? (await anAccount(app.db));
  const id = productId ?? (await aGiftCardOnSale(app.db)).id;
  const visitor = { currency, ...(timeZone && { timeZone }) };
  const member = app.as({ ...actingAs(account), visitor });
  const { next, purchaseId } = await member.giftCards.buy({
    id,
    currency,
    amount: 5000,
    formKey: randomUUID(),
    ...gift,
  });
  const [payment] = await app.db.select().from(payments).where(eq(payments.purchaseId, purchaseId));
  return { giver: account, next, purchaseId, paymentId: payment!.id, checkoutId: payment!.stripeCheckoutSessionId! };
}

/** Buys a gift card and pays for it at the local Stripe. */
export async function aGiftCard(app: TestApp, buying: Buying = {}) {
  const open = await anOpenGift(app, buying);
  await payAtStripe(app, open.checkoutId);
  const card = await readCard(app.db, open.purchaseId);
  return { ...open, ...card, code: readCode(app.services.settings, card)! };
}

export async function payAtStripe(app: TestApp, checkoutId: string): Promise<void> {
  await app.stripe.control.payNow(checkoutId);
  await settlePayment(app.services, await app.services.stripe.client.checkout.sessions.retrieve(checkoutId));
}

export async function readCard(db: Database, purchaseId: string) {
  return (await db.query.giftCards.findFirst({ where: eq(giftCards.purchaseId, purchaseId) }))!;
}

/** Returns the entries of a card as "issued 5000, taken -3200", oldest first. */
export async function giftEntriesOf(db: Database, { id }: { id: string }): Promise<string> {
  const rows = await db
    .select()
    .from(giftCardEntries)
    .where(eq(giftCardEntries.cardId, id))
    .orderBy(giftCardEntries.createdAt);
  return rows.map(({ kind, amountMinor }) => `${kind} ${amountMinor}`).join(", ");
}

/** Returns what is left on a card. */
export async function giftBalanceOf(db: Database, { id }: { id: string }): Promise<number> {
  const rows = await db.select().from(giftCardEntries).where(eq(giftCardEntries.cardId, id));
  return rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

type Paying = {
  codes: string[];
  quantity?: number;
  as?: CallerOptions;
  email?: string;
  rate1?: number;
  rate2?: number;
};

/** Books a session with gift cards as a guest does who types their codes, and pays nothing of the rest. */
export async function bookWithCards(
  app: TestApp,
  session: { id: string },
  { codes, quantity = 1, as = {}, email = "guest@example.com", ...chosen }: Paying,
) {
  const { bookings } = app.as(as);
  const giftCodes = codes.join(",");
  const form = await bookings.getForm({ sessionId: session.id, quantity, giftCodes, ...chosen });
  const contact = { firstName: "Ada", lastName: "Guest", email };
  const { quote } = form;
  const input = { sessionId: session.id, ...contact, quantity, giftCodes, ...chosen, quote, formKey: randomUUID() };
  const made = await bookings.create(input);
  return { form, input, ...made, ...(await paymentsOf(app.db, made.bookingId)) };
}

/** Returns what a booking's payments are: "gift_card 5000 open, stripe 3000 open". */
export async function paymentsOf(db: Database, bookingId: string) {
  const rows = await db.select().from(payments).where(eq(payments.bookingId, bookingId)).orderBy(payments.provider);
  return {
    parts: rows.map(({ provider, amountMinor, state }) => `${provider} ${amountMinor} ${state}`).sort(),
    checkoutId: rows.find(({ stripeCheckoutSessionId }) => stripeCheckoutSessionId)?.stripeCheckoutSessionId ?? "",
  };
}
