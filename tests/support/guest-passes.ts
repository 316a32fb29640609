import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { purchases } from "@db/schema";
import { settlePayment } from "@server/payments/settle";
import { readPass } from "./passes";
import type { CallerOptions, TestApp } from "./test-app";

export const hannah = { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" };

type GuestBuyer = { email?: string; discountCode?: string; formKey?: string; as?: CallerOptions };

/** Buys a pass as a guest, up to the open payment page. */
export async function aGuestPurchase(app: TestApp, product: string, { as, ...typed }: GuestBuyer = {}) {
  const api = app.as(as);
  const { discountCode, formKey = randomUUID() } = typed;
  const { quote } = await api.purchases.getForm({ product, discountCode });
  return api.purchases.create({ product, quote, ...hannah, ...typed, formKey });
}

/** Pays for a purchase at the local Stripe; what Stripe says is settled. */
export async function payPurchase(app: TestApp, purchaseId: string): Promise<void> {
  const checkoutId = await checkoutOf(app, purchaseId);
  await app.stripe.control.payNow(checkoutId);
  await settleCheckout(app, checkoutId);
}

export async function checkoutOf(app: TestApp, purchaseId: string): Promise<string> {
  const payment = await app.db.query.payments.findFirst({ where: (row, { eq }) => eq(row.purchaseId, purchaseId) });
  return payment!.stripeCheckoutSessionId!;
}

export const settleCheckout = async (app: TestApp, checkoutId: string): Promise<void> =>
  settlePayment(app.services, await app.services.stripe.client.checkout.sessions.retrieve(checkoutId));

/** Buys a pass as a guest and pays for it. `browser` acts as the browser that has bought it. */
export async function aGuestPass(app: TestApp, product: string, buyer: GuestBuyer = {}) {
  const { purchaseId } = await aGuestPurchase(app, product, buyer);
  await payPurchase(app, purchaseId);
  const { manageKey: key } = await readPurchase(app, purchaseId);
  return { pass: await readPass(app.db, purchaseId), purchaseId, key, browser: browserWith(purchaseId) };
}

export const readPurchase = async ({ db }: TestApp, id: string) =>
  (await db.query.purchases.findFirst({ where: eq(purchases.id, id) }))!;

/** Returns how to call procedures from a browser whose cookie names these purchases. */
export const browserWith = (...browserPasses: string[]) => ({ visitor: { browserPasses } });

/** Books a session with whatever its form chooses, as someone who leaves the form as it is. */
export async function bookAs(
  app: TestApp,
  as: CallerOptions,
  session: { id: string },
  typed: { email?: string; quantity?: number } = {},
) {
  const { bookings } = app.as(as);
  const { quantity = 1 } = typed;
  const form = await bookings.getForm({ sessionId: session.id, quantity });
  return bookings.create({
    sessionId: session.id,
    quote: form.quote,
    formKey: randomUUID(),
    quantity,
    ...(form.passes && { paying: form.passes.chosen }),
    ...form.contact,
    ...typed,
  });
}
