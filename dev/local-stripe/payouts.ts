import type { Queryable } from "@db/client";
import { sql } from "drizzle-orm";
import { ApiError } from "./api-error";
import { daySeconds, payoutFromBalance, returnPayout, startOfDay } from "./balance";
import { change, type Context, nowInSeconds } from "./context";
import { recordEvent } from "./events";
import type { BalanceTransactionObject } from "./objects/balance-transaction";
import { buildPayout, failedPayout, paidPayout, type PayoutObject } from "./objects/payout";
import { insertObject, lockObject, saveObject } from "./store";

/** Makes the payouts of each midnight (UTC) that has passed. Call it before reading the balance or payouts. */
export async function payOutDue(ctx: Context): Promise<void> {
  const now = nowInSeconds(ctx);
  if (!(await isAnythingDue(ctx.db, now))) return;
  await change(ctx, async (tx) => {
    await lockPayouts(tx);
    for (const payout of await payOutUntil(tx, now)) await announce(ctx, tx, payout);
    for (const payout of await arrivedPayouts(tx, now)) await settle(ctx, tx, payout);
  });
}

/** Pays out the whole balance at once, as the schedule would within days, and lets it arrive. */
export function payOutNow(ctx: Context): Promise<PayoutObject[]> {
  return change(ctx, async (tx) => {
    await lockPayouts(tx);
    const now = nowInSeconds(ctx);
    const made = await payOut(tx, await unpaidTransactions(tx, Infinity), {
      created: now,
      arrivalDate: startOfDay(now),
    });
    const payouts: PayoutObject[] = [];
    for (const payout of made ? [made] : []) {
      await announce(ctx, tx, payout);
      payouts.push(await settle(ctx, tx, payout));
    }
    return payouts;
  });
}

/** Fails a payout, which the bank returns, even one that has been reported as paid. */
export function failPayout(ctx: Context, { payoutId }: { payoutId: string }): Promise<PayoutObject> {
  return change(ctx, async (tx) => {
    const kept = await lockObject(tx, "payout", payoutId);
    if (!kept || kept.body.status === "failed") throw new ApiError(`The payout '${payoutId}' can't fail.`);
    const { status } = kept.body;
    const payout = failedPayout(kept.body, await returnPayout(ctx, tx, kept.body));
    await saveObject(tx, payout);
    const event = { object: payout, previousAttributes: { status }, email: "" };
    await recordEvent(ctx, tx, { type: "payout.updated", ...event });
    await recordEvent(ctx, tx, { type: "payout.failed", ...event });
    return payout;
  });
}

/** Makes the payouts of all midnights until then. What is available and not more than zero waits for the next. */
async function payOutUntil(tx: Queryable, until: number): Promise<PayoutObject[]> {
  const made: PayoutObject[] = [];
  const unpaid = await unpaidTransactions(tx, startOfDay(until));
  const midnights = new Set(unpaid.map(({ available_on: at }) => nextMidnight(at)));
  let waiting: BalanceTransactionObject[] = [];
  for (const midnight of [...midnights].sort((a, b) => a - b)) {
    waiting.push(...unpaid.filter(({ available_on: at }) => nextMidnight(at) === midnight));
    const payout = await payOut(tx, waiting, { created: midnight, arrivalDate: midnight + daySeconds });
    if (!payout) continue;
    made.push(payout);
    waiting = [];
  }
  return made;
}

const nextMidnight = (instant: number): number => startOfDay(instant + daySeconds - 1);

async function payOut(
  tx: Queryable,
  transactions: BalanceTransactionObject[],
  dates: { created: number; arrivalDate: number },
): Promise<PayoutObject | undefined> {
  const amount = transactions.reduce((sum, { net }) => sum + net, 0);
  const currency = transactions[0]?.currency;
  if (currency === undefined || amount <= 0) return undefined;
  const payout = buildPayout({ amount, currency, ...dates });
  await tx.execute(sql`
    update local_stripe.objects
    set hidden = jsonb_build_object('payout', ${payout.id}::text), body = jsonb_set(body, '{status}', '"available"')
    where kind = 'balance_transaction' and id = any(${sql.param(transactions.map(({ id }) => id))}::text[])`);
  const { id } = await payoutFromBalance(tx, payout);
  const known = { ...payout, balance_transaction: id };
  await insertObject(tx, "payout", { body: known, sessionId: "", email: "" });
  return known;
}

/** Makes the payouts of all midnights until now without telling of them: their events would be too old to be sent. */
export async function payOutPast(tx: Queryable, now: number): Promise<void> {
  await payOutUntil(tx, now);
  for (const payout of await arrivedPayouts(tx, now)) await saveObject(tx, paidPayout(payout));
}

async function announce(ctx: Context, tx: Queryable, payout: PayoutObject): Promise<void> {
  await recordEvent(ctx, tx, { type: "payout.created", object: payout, email: "" });
  await recordEvent(ctx, tx, { type: "payout.reconciliation_completed", object: payout, email: "" });
}

async function settle(ctx: Context, tx: Queryable, before: PayoutObject): Promise<PayoutObject> {
  const payout = paidPayout(before);
  await saveObject(tx, payout);
  const { status, trace_id } = before;
  await recordEvent(ctx, tx, {
    type: "payout.updated",
    object: payout,
    previousAttributes: { status, trace_id },
    email: "",
  });
  await recordEvent(ctx, tx, { type: "payout.paid", object: payout, email: "" });
  return payout;
}

/** Waits for another process that makes payouts of the same balance. */
const lockPayouts = (tx: Queryable) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('local_stripe payouts'))`);

const isUnpaid = sql`kind = 'balance_transaction' and hidden ->> 'payout' is null`;
const isOnItsWay = sql`kind = 'payout' and body ->> 'status' = 'in_transit'`;

async function isAnythingDue(db: Queryable, now: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    (select 1 from local_stripe.objects
      where ${isUnpaid} and (body ->> 'available_on')::bigint <= ${startOfDay(now)} limit 1)
    union all
    (select 1 from local_stripe.objects where ${isOnItsWay} and (body ->> 'arrival_date')::bigint <= ${now} limit 1)`);
  return rows.length > 0;
}

async function unpaidTransactions(tx: Queryable, until: number): Promise<BalanceTransactionObject[]> {
  const isAvailable = until === Infinity ? sql`true` : sql`(body ->> 'available_on')::bigint <= ${until}`;
  const { rows } = await tx.execute<{ body: BalanceTransactionObject }>(sql`
    select body from local_stripe.objects where ${isUnpaid} and ${isAvailable} order by seq for update`);
  return rows.map(({ body }) => body);
}

async function arrivedPayouts(tx: Queryable, now: number): Promise<PayoutObject[]> {
  const { rows } = await tx.execute<{ body: PayoutObject }>(sql`
    select body from local_stripe.objects
    where ${isOnItsWay} and (body ->> 'arrival_date')::bigint <= ${now} order by seq for update`);
  return rows.map(({ body }) => body);
}
