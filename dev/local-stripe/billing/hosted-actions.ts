import type { Queryable } from "@db/client";
import { ApiError } from "../api-error";
import { change, type Context } from "../context";
import type { InvoiceObject } from "../objects/invoice";
import { periodOf, type SubscriptionObject } from "../objects/subscription";
import type { CardBehaviour } from "../objects/payment-method";
import { findObject, listObjects } from "../store";
import { billDue } from "./due";
import { retrySoon } from "./collect";
import { openInvoicesOf, requireInvoice } from "./kept-invoice";
import { requireSubscription, saveSubscription } from "./kept-subscription";
import { changeBehaviour, payingCard, saveCard, useByDefault } from "./payment-methods";
import { collectAndFollow } from "./subscription-status";
import { beginWork, type BillingWork } from "./work";

export type InvoicePaymentOf = { invoiceId: string; card?: CardBehaviour | undefined };
export type InvoiceOutcome = {
  result: "paid" | "declined" | "closed" | "not_found";
  invoice: InvoiceObject | undefined;
};

/** Pays an open invoice on its page: the card's holder is there to authenticate. A new card pays what follows as well. */
export async function payInvoice(ctx: Context, { invoiceId, card }: InvoicePaymentOf): Promise<InvoiceOutcome> {
  await billDue(ctx);
  return change(ctx, async (tx) => {
    const found = (await findObject(tx, "invoice", invoiceId))?.body;
    if (!found) return { result: "not_found", invoice: undefined };
    const work = await beginWork({ ctx, tx }, found.customer);
    const kept = await requireInvoice(tx, invoiceId);
    if (kept.body.status !== "open") return { result: "closed", invoice: kept.body };
    const saved = card && { body: await saveCard(work, card), behaviour: card };
    const { result, invoice } = await collectAndFollow(work, kept, {
      card: saved,
      isOnSession: true,
      isNewCard: saved !== undefined,
    });
    if (result !== "paid") return { result: "declined", invoice: invoice.body };
    if (saved) await useForAll(work, saved.body.id);
    return { result: "paid", invoice: invoice.body };
  });
}

export type CardChange = { customerId: string; card: CardBehaviour };

/** Changes how a customer's card behaves, as when its bank blocks it. */
export const setCard = (ctx: Context, { customerId, card }: CardChange): Promise<void> =>
  change(ctx, async (tx) => {
    const work = await beginWork({ ctx, tx }, customerId);
    const used = new Set([(await payingCard(work, null))?.body.id]);
    for (const { default_payment_method: id } of await liveSubscriptions(work)) used.add(id ?? undefined);
    const ids = [...used].filter((id) => id !== undefined);
    if (ids.length === 0) throw new ApiError(`The customer '${customerId}' has no card.`);
    for (const id of ids) await changeBehaviour(tx, id, card);
  });

/** Saves a new card in the portal, which pays all that follows. */
export const replaceCard = (ctx: Context, { customerId, card }: CardChange): Promise<void> =>
  change(ctx, async (tx) => {
    const work = await beginWork({ ctx, tx }, customerId);
    await useForAll(work, (await saveCard(work, card)).id);
  });

/** Makes a card pay all that follows, and what waited for one. */
async function useForAll(work: BillingWork, cardId: string): Promise<void> {
  await useByDefault(work, cardId);
  for (const { id } of await liveSubscriptions(work)) {
    for (const invoice of await openInvoicesOf(work.tx, id)) await retrySoon(work, invoice);
    const { body, state } = await requireSubscription(work.tx, id);
    if (body.default_payment_method === null) continue;
    await saveSubscription(work, body, { body: { ...body, default_payment_method: cardId }, state });
  }
}

type PortalCancellation = { customerId: string; subscriptionId: string; isCanceled: boolean };

/**
 * Cancels at the end of the period in the portal, or takes that back. With flexible billing the portal sets `cancel_at`
 * and leaves `cancel_at_period_end` false.
 */
export const cancelInPortal = (
  ctx: Context,
  { customerId, subscriptionId, isCanceled }: PortalCancellation,
): Promise<void> =>
  change(ctx, async (tx) => {
    const work = await beginWork({ ctx, tx }, customerId);
    const { body, state } = await requireSubscription(tx, subscriptionId);
    if (body.customer !== customerId || !isLive(body) || body.schedule)
      throw new ApiError("This subscription can't be changed here.");
    const canceled: SubscriptionObject = {
      ...body,
      cancel_at: isCanceled ? periodOf(body).end : null,
      cancel_at_period_end: false,
      canceled_at: isCanceled ? work.now : null,
      cancellation_details: {
        comment: null,
        feedback: null,
        feedback_option: null,
        reason: isCanceled ? "cancellation_requested" : null,
      },
    };
    await saveSubscription(work, body, { body: canceled, state });
  });

/** Returns whether a subscription goes on. */
export const isLive = ({ status }: SubscriptionObject): boolean => status !== "canceled";

const liveSubscriptions = async ({ tx, customerId }: BillingWork): Promise<SubscriptionObject[]> =>
  (await subscriptionsOf(tx, customerId)).filter(isLive);

/** Returns a customer's subscriptions, newest first. */
export async function subscriptionsOf(db: Queryable, customer: string): Promise<SubscriptionObject[]> {
  const page = { limit: 100 };
  return (await listObjects(db, { kind: "subscription", url: "/v1/subscriptions", page, where: { customer } })).data;
}
