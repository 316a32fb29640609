import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "@db/client";
import { creditEntries, passes, passTerms, products } from "@db/schema";
import { settlePayment } from "@server/payments/settle";
import type { anAccount } from "./accounts";
import { actingAs } from "./recordings";
import type { TestApp } from "./test-app";

/** What the form of a new pass sends: ten sessions for £120. */
export const aNewPass = {
  title: "Ten sessions",
  description: "",
  price: 12_000,
  currency: "GBP" as const,
  credits: 10,
  months: 6,
  starts: "purchase" as const,
  cover: "all" as const,
  categoryIds: [],
  isIntroduction: false,
  isOn: true,
};

type Terms = Partial<typeof passTerms.$inferInsert>;
type Values = Partial<typeof products.$inferInsert>;

/** Puts a pass for ten sessions on sale: £120, six months from the purchase, for all sessions. */
export async function aPassOnSale(db: Database, terms: Terms = {}, values: Values = {}) {
  const [product] = await db
    .insert(products)
    .values({ kind: "pass", title: "Ten sessions", priceMinor: 12_000, priceCurrency: "GBP", ...values })
    .returning();
  await db
    .insert(passTerms)
    .values({ productId: product!.id, credits: 10, months: 6, starts: "purchase", cover: "all", ...terms });
  return product!;
}

type Account = Awaited<ReturnType<typeof anAccount>>;

/** Begins to buy a pass, up to the open payment page. */
export async function anOpenPassPurchase(app: TestApp, account: Account, product: string) {
  const { purchases } = app.as(actingAs(account));
  const { quote } = await purchases.getForm({ product });
  const { next, purchaseId } = await purchases.create({ product, quote, formKey: randomUUID() });
  const payment = await app.db.query.payments.findFirst({ where: (row, { eq }) => eq(row.purchaseId, purchaseId) });
  return { next, purchaseId, paymentId: payment!.id, checkoutId: payment!.stripeCheckoutSessionId! };
}

/** Buys a pass and pays for it at the local Stripe. */
export async function aPass(app: TestApp, account: Account, product: string) {
  const { checkoutId, purchaseId, paymentId } = await anOpenPassPurchase(app, account, product);
  await app.stripe.control.payNow(checkoutId);
  await settlePayment(app.services, await app.services.stripe.client.checkout.sessions.retrieve(checkoutId));
  return { ...(await readPass(app.db, purchaseId)), paymentId };
}

export async function readPass(db: Database, purchaseId: string) {
  const pass = await db.query.passes.findFirst({ where: eq(passes.purchaseId, purchaseId) });
  return (pass && { ...pass, purchaseId })!;
}

/** Returns the entries of a pass as "granted 10, taken -1", oldest first. */
export async function entriesOf(db: Database, { id }: { id: string }): Promise<string> {
  const rows = await db
    .select()
    .from(creditEntries)
    .where(eq(creditEntries.passId, id))
    .orderBy(creditEntries.createdAt);
  return rows.map(({ kind, amount }) => `${kind} ${amount}`).join(", ");
}

/** Books a session with whatever its form chooses for a member, or with the choice named. */
export async function bookWithPass(
  app: TestApp,
  account: Account,
  session: { id: string },
  { quantity = 1, paying }: { quantity?: number; paying?: string } = {},
) {
  const { bookings } = app.as(actingAs(account));
  const { quote, passes: choice, formKey } = await bookings.getForm({ sessionId: session.id, quantity, paying });
  const form = { sessionId: session.id, quote, formKey, quantity, ...(choice && { paying: choice.chosen }) };
  return { form, ...(await bookings.create(form)) };
}
