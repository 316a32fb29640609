import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { change, type Context, nowInSeconds } from "../context";
import { newId } from "../ids";
import { buildInvoice, type InvoiceObject } from "../objects/invoice";
import { buildPeriodLine, lineOfInvoiceItem } from "../objects/invoice-line";
import { inPeriod, periodOf, recurrenceOf, type SubscriptionObject } from "../objects/subscription";
import { cancelSubscription } from "./cancel-subscription";
import { draftInvoice, pendingItemsOf, productNames, voidInvoice, withBalance } from "./invoices";
import { openInvoicesOf, requireInvoice } from "./kept-invoice";
import { type KeptSubscription, nextStep, requireSubscription, saveSubscription, type Step } from "./kept-subscription";
import { payingCard } from "./payment-methods";
import { enterPhase } from "./schedules";
import { collectAndFollow, finalizeAndCollect, giveUp } from "./subscription-status";
import { nextPeriodEnd } from "./time";
import { announce, beginWork, type BillingWork, lockBilling, requireCustomer } from "./work";

const hourSeconds = 60 * 60;

/** Does what is due, one thing after the other, each at its time. Call it before reading subscriptions or invoices. */
export async function billDue(ctx: Context): Promise<void> {
  const until = nowInSeconds(ctx);
  if (!(await firstDue(ctx.db, until))) return;
  await change(ctx, async (tx) => {
    await lockBilling(tx);
    for (let due = await firstDue(tx, until); due; due = await firstDue(tx, until)) {
      const work = await beginWork({ ctx, tx }, due.customer, due.at);
      if (due.kind === "invoice") await moveInvoice(work, due.id);
      else await moveSubscription(work, due.id);
    }
  });
}

type Due = { id: string; kind: "invoice" | "subscription"; customer: string; at: number };

async function firstDue(db: Queryable, until: number): Promise<Due | undefined> {
  const { rows } = await db.execute<Due>(sql`
    select id, kind, body ->> 'customer' as customer, (hidden ->> 'dueAt')::float8 as at
    from local_stripe.objects
    where hidden ->> 'dueAt' is not null and (hidden ->> 'dueAt')::bigint <= ${until}
    order by (hidden ->> 'dueAt')::bigint, seq limit 1`);
  return rows[0];
}

async function moveInvoice(work: BillingWork, id: string): Promise<void> {
  const kept = await requireInvoice(work.tx, id);
  if (kept.body.status === "draft") await finalizeAndCollect(work, kept, { isAutomatic: true });
  else if (kept.body.next_payment_attempt !== null) await collectAndFollow(work, kept, { isAutomatic: true });
  else await giveUp(work, kept);
}

async function moveSubscription(work: BillingWork, id: string): Promise<void> {
  const kept = await requireSubscription(work.tx, id);
  const step = nextStep(kept);
  if (step) await steps[step.name](work, kept);
}

const steps: Record<Step["name"], (work: BillingWork, kept: KeptSubscription) => Promise<unknown>> = {
  announceRenewal,
  announceTrialEnd,
  cancel,
  expire,
  renew,
  resumeCollection,
};

async function announceRenewal(work: BillingWork, { body, state }: KeptSubscription): Promise<void> {
  await announce(work, "invoice.upcoming", await upcomingInvoice(work, body));
  await saveSubscription(work, body, { body, state: { ...state, announcedEnd: periodOf(body).end } });
}

async function announceTrialEnd(work: BillingWork, { body, state }: KeptSubscription): Promise<void> {
  await announce(work, "customer.subscription.trial_will_end", body);
  await saveSubscription(work, body, { body, state: { ...state, announcedTrialEnd: periodOf(body).end } });
}

/** What is pending at the end of a subscription is still invoiced. */
async function cancel(work: BillingWork, kept: KeptSubscription): Promise<void> {
  const pending = await pendingItemsOf(work.tx, kept.body.id);
  await cancelSubscription(work, kept, { reason: "cancellation_requested" });
  if (pending.length === 0) return;
  const ended = await requireSubscription(work.tx, kept.body.id);
  const finalizesAt = work.now + hourSeconds;
  const drafted = await draftInvoice(work, ended, { reason: "subscription_cycle", period: null, finalizesAt });
  await saveSubscription(work, ended.body, drafted.kept);
}

async function expire(work: BillingWork, { body, state }: KeptSubscription): Promise<void> {
  await saveSubscription(work, body, { body: { ...body, ended_at: work.now, status: "incomplete_expired" }, state });
  for (const invoice of await openInvoicesOf(work.tx, body.id)) await voidInvoice(work, invoice);
}

async function resumeCollection(work: BillingWork, { body, state }: KeptSubscription): Promise<void> {
  await saveSubscription(work, body, { body: { ...body, pause_collection: null }, state });
}

/** Begins the next period. Its invoice is a draft for an hour. A trial without a card ends as its settings say. */
async function renew(work: BillingWork, before: KeptSubscription): Promise<void> {
  const isTrialEnd = before.body.status === "trialing";
  const missing = before.body.trial_settings?.end_behavior.missing_payment_method;
  if (isTrialEnd && missing !== "create_invoice" && !(await payingCard(work, before.body.default_payment_method))) {
    await cancelSubscription(work, before, { reason: "cancellation_requested" });
    return;
  }
  const start = periodOf(before.body).end;
  const entered = await enterPhase(work, before, start);
  const [item] = entered.body.items.data;
  if (!item) throw new Error("the local Stripe found a subscription without items");
  const period = { start, end: nextPeriodEnd(entered.body.billing_cycle_anchor, recurrenceOf(item.price), start) };
  const body = inPeriod({ ...entered.body, status: isTrialEnd ? "active" : entered.body.status }, period);
  const isDraft = body.status === "unpaid";
  const isClosed = body.pause_collection !== null && !isDraft;
  const drafted = await draftInvoice(
    work,
    { ...entered, body },
    {
      reason: "subscription_cycle",
      period,
      finalizesAt: isDraft ? null : work.now + hourSeconds,
    },
  );
  await saveSubscription(work, before.body, drafted.kept);
  if (isClosed) await finalizeAndCollect(work, drafted.invoice);
}

/** Returns the invoice of the next period, as it would be made now. */
async function upcomingInvoice(work: BillingWork, body: SubscriptionObject): Promise<InvoiceObject> {
  const { tx } = work;
  const id = newId("upcomingInvoice");
  const customer = await requireCustomer(tx, work.customerId);
  const names = await productNames(
    tx,
    body.items.data.map(({ price }) => price.product),
  );
  const { end: start } = periodOf(body);
  const pending = (await pendingItemsOf(tx, body.id)).map((item) => lineOfInvoiceItem(id, item));
  const lines = body.items.data.map((item) => {
    const end = nextPeriodEnd(body.billing_cycle_anchor, recurrenceOf(item.price), start);
    return buildPeriodLine(id, item, names[item.price.product] ?? "", { start, end }, { isTrial: false });
  });
  const draft = buildInvoice({
    id,
    subscription: body,
    customer,
    lines: [...pending, ...lines],
    reason: "upcoming",
    created: start,
    period: periodOf(body),
    finalizesAt: start + hourSeconds,
  });
  return withBalance(draft, customer.balance);
}
