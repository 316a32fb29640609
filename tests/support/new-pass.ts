import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { payments, sessionBookings } from "@db/schema";
import { hannah, settleCheckout } from "./guest-passes";
import type { CallerOptions, TestApp } from "./test-app";

type TypedForm = { quantity?: number; discountCode?: string; giftCode?: string; email?: string; formKey?: string };

/** Returns what the booking form sends once a pass on sale is chosen. */
export async function formWithNewPass(
  app: TestApp,
  session: { id: string },
  product: { id: string },
  { as, ...typed }: TypedForm & { as?: CallerOptions } = {},
) {
  const { quantity = 1, discountCode, giftCode } = typed;
  const asked = { sessionId: session.id, quantity, paying: `buy:${product.id}`, discountCode, giftCode };
  const form = await app.as(as).bookings.getForm(asked);
  const { gifts } = form;
  const sent = { ...asked, giftCode: undefined, ...(gifts && { giftCodes: gifts.codes }) };
  return {
    form,
    input: {
      ...hannah,
      ...sent,
      quote: form.quote,
      ...typed,
      giftCode: undefined,
      formKey: typed.formKey ?? randomUUID(),
    },
  };
}

/** Books a place and buys a pass for it, up to the open payment page. */
export async function bookAndBuy(
  app: TestApp,
  session: { id: string },
  product: { id: string },
  { as, ...typed }: TypedForm & { as?: CallerOptions } = {},
) {
  const { input } = await formWithNewPass(app, session, product, { as, ...typed });
  return openedBy(app, await app.as(as).bookings.create(input));
}

/** Returns a booking that was made with a new pass, with the payment that is open for it. */
async function openedBy(app: TestApp, { bookingId, next }: { bookingId: string; next: string }) {
  const [booking] = await app.db.select().from(sessionBookings).where(eq(sessionBookings.id, bookingId));
  const purchaseId = booking!.passPurchaseId!;
  const made = await app.db.select().from(payments).where(eq(payments.purchaseId, purchaseId));
  const checkoutId = made.find(({ provider }) => provider === "stripe")?.stripeCheckoutSessionId ?? "";
  return { bookingId, next, purchaseId, checkoutId };
}

/** Pays at the local Stripe; what Stripe says is settled. */
export async function payCheckout(app: TestApp, checkoutId: string): Promise<void> {
  await app.stripe.control.payNow(checkoutId);
  await settleCheckout(app, checkoutId);
}
