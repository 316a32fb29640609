import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@db/client";
import { exchangeRates } from "@db/schema";
import type { Clock } from "../core/clock";
import type { Log } from "../core/log";
import { currencies, type Currency } from "../core/currencies";
import type { ExchangeService } from "./exchange-service";

const hourMs = 3_600_000;

/** Any number will do, as long as nothing else takes an advisory lock by it. */
const refreshLock = 7_112_028;

export type RefreshParts = { db: Database; clock: Clock; log: Log; exchange: ExchangeService };

/**
 * Fetches the rates that are an hour old, for all processes: while one is at it, the others go on. A base that can't
 * be fetched is logged and stays as it was; the next round tries again.
 */
export async function refreshRates({ db, clock, log, exchange }: RefreshParts): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await isFirst(tx))) return;
    const now = clock.now();
    const due = await basesDue(tx, now);
    const answers = await Promise.allSettled(due.map((base) => exchange.latest(base)));
    for (const [nth, answer] of answers.entries()) {
      const base = due[nth]!;
      if (answer.status === "fulfilled") await keep(tx, base, answer.value, now);
      else log.error({ err: answer.reason as unknown, base }, "exchange rates can't be fetched");
    }
  });
}

async function isFirst(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ isHeld: boolean }>(
    sql`select pg_try_advisory_xact_lock(${refreshLock}) as "isHeld"`,
  );
  return rows[0]?.isHeld ?? false;
}

async function basesDue(tx: Transaction, now: Date): Promise<Currency[]> {
  const kept = await tx.select({ base: exchangeRates.base, fetchedAt: exchangeRates.fetchedAt }).from(exchangeRates);
  const fresh = kept.filter(({ fetchedAt }) => now.getTime() - fetchedAt.getTime() < hourMs);
  return currencies.filter((base) => !fresh.some((row) => row.base === base));
}

async function keep(tx: Transaction, base: Currency, rates: Record<string, string>, fetchedAt: Date): Promise<void> {
  await tx
    .insert(exchangeRates)
    .values({ base, rates, fetchedAt })
    .onConflictDoUpdate({ target: exchangeRates.base, set: { rates, fetchedAt } });
}
