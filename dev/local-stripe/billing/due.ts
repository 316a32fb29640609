import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { change, type Context, nowInSeconds } from "../context";
import { periodLine } from "../objects/invoice-line";
import { inPeriod, itemOf, periodOf, recurrenceOf } from "../objects/subscription";
import { cancelSubscription } from "./cancel-subscription";
import { draftInvoice, productNames } from "./invoices";
import { requireInvoice } from "./kept-invoice";
import { type KeptSubscription, nextStep, requireSubscription, saveSubscription, type Step } from "./kept-subscription";
import { payingCard } from "./payment-methods";
import { enterPhase } from "./schedules";
import { collectAndFollow, finalizeAndCollect, giveUp } from "./subscription-status";
import { nextPeriodEnd } from "./time";
import { announce, beginWork, type BillingWork, lockBilling } from "./work";

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
  announceTrialEnd,
  cancel: (work, kept) => cancelSubscription(work, kept, "cancellation_requested"),
  renew,
};

async function announceTrialEnd(work: BillingWork, { body, state }: KeptSubscription): Promise<void> {
  await announce(work, "customer.subscription.trial_will_end", body);
  await saveSubscription(work, body, { body, state: { ...state, announcedTrialEnd: periodOf(body).end } });
}

/** Begins the next period. Its invoice is a draft for an hour. A trial without a card ends as its settings say. */
async function renew(work: BillingWork, before: KeptSubscription): Promise<void> {
  const isTrialEnd = before.body.status === "trialing";
  const missing = before.body.trial_settings?.end_behavior.missing_payment_method;
  if (isTrialEnd && missing !== "create_invoice" && !(await payingCard(work, before.body.default_payment_method))) {
    await cancelSubscription(work, before, "cancellation_requested");
    return;
  }
  const start = periodOf(before.body).end;
  const entered = await enterPhase(work, before, start);
  const item = itemOf(entered.body);
  const period = { start, end: nextPeriodEnd(entered.body.billing_cycle_anchor, recurrenceOf(item.price), start) };
  const body = inPeriod({ ...entered.body, status: isTrialEnd ? "active" : entered.body.status }, period);
  const names = await productNames(work.tx, [item.price.product]);
  const lines = [periodLine(item, names[item.price.product] ?? "", period)];
  const drafted = await draftInvoice(
    work,
    { ...entered, body },
    { reason: "subscription_cycle", lines, finalizesAt: work.now + hourSeconds, since: periodOf(before.body).start },
  );
  await saveSubscription(work, before.body, drafted.kept);
  if (body.pause_collection) await finalizeAndCollect(work, drafted.invoice);
}
