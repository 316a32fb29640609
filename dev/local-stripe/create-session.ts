import type { Queryable } from "@db/client";
import { formatAmount, maximumCharge, minimumCharge } from "./amounts";
import { ApiError } from "./api-error";
import { nowInSeconds, type Context } from "./context";
import { buildLineItem, buildSession, type LineItemObject, type SessionObject } from "./objects/checkout-session";
import { buildInlinePrice } from "./objects/price";
import type { SessionParameters } from "./parameters";
import { insertObject } from "./store";

const daySeconds = 24 * 60 * 60;
const minimumExpirySeconds = 30 * 60;

export async function createCheckoutSession(
  ctx: Context,
  tx: Queryable,
  parameters: SessionParameters,
): Promise<SessionObject> {
  const created = nowInSeconds(ctx);
  const items = buildLineItems(parameters, created);
  const session = buildSession({
    siteUrl: ctx.siteUrl,
    created,
    expiresAt: expiryOf(parameters.expires_at, created),
    ...totalOf(items),
    successUrl: parameters.success_url,
    cancelUrl: parameters.cancel_url ?? null,
    customerEmail: parameters.customer_email ?? null,
    clientReferenceId: parameters.client_reference_id ?? null,
    locale: parameters.locale ?? null,
    submitType: parameters.submit_type ?? null,
    allowedPaymentMethodTypes: parameters.allowed_payment_method_types ?? null,
    metadata: parameters.metadata ?? {},
  });
  const payer = { sessionId: session.id, email: parameters.customer_email?.toLowerCase() ?? "" };
  await insertObject(tx, "checkout.session", { body: session, ...payer, hidden: parameters.payment_intent_data ?? {} });
  for (const item of items) await insertObject(tx, "item", { body: item, ...payer });
  return session;
}

function buildLineItems(parameters: SessionParameters, created: number): LineItemObject[] {
  return parameters.line_items.map(({ price_data: price, quantity }) =>
    buildLineItem({
      name: price.product_data.name,
      price: buildInlinePrice({ currency: price.currency, unitAmount: price.unit_amount, created }),
      quantity,
    }),
  );
}

function totalOf(items: LineItemObject[]): { total: number; currency: string } {
  const total = items.reduce((sum, item) => sum + item.amount_total, 0);
  const currency = items[0]?.currency ?? "";
  if (items.some((item) => item.currency !== currency)) {
    throw new ApiError("All line items must have the same currency.", { param: "line_items" });
  }
  const least = minimumCharge[currency] ?? 0;
  if (total < least) {
    const amount = `${formatAmount(least, currency)} ${currency}`;
    throw new ApiError(`The Checkout Session's total amount due must add up to at least ${amount}`, {
      code: "amount_too_small",
    });
  }
  if (total > maximumCharge) {
    const amount = `${formatAmount(maximumCharge, currency)} ${currency}`;
    throw new ApiError(`The Checkout Session's total amount due must be no more than ${amount}`, {
      code: "amount_too_large",
    });
  }
  return { total, currency };
}

/** Returns when a session expires. Refuses less than the least time, and more than a day. */
export function expiryOf(wantedExpiry: number | undefined, created: number): number {
  const expiresAt = wantedExpiry ?? created + daySeconds;
  const refuse = (limit: string) =>
    new ApiError(`The \`expires_at\` timestamp must be ${limit} from Checkout Session creation.`, {
      param: "expires_at",
    });
  if (expiresAt < created + minimumExpirySeconds) throw refuse("at least 30 minutes");
  if (expiresAt > created + daySeconds) throw refuse("less than 24 hours");
  return expiresAt;
}
