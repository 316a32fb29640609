import { inTransaction } from "../../core/transaction";
import type { Database, Transaction } from "@db/client";
import { exchangeRates } from "@db/schema";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Clock, Rate, RateCache, Rates } from "../../core/services";
import { currencies, type Currency } from "../../core/money";
import type { Log } from "../../core/log";
import { fixedRates } from "./convert-price";

type Parts = Omit<RefreshParts, "exchange"> & { exchange: ExchangeService | null };
type RateRow = typeof exchangeRates.$inferSelect;

const cacheMs = 10_000;

/** One hour, and ten minutes for fetching new ones. */
const validMs = 70 * 60_000;

export function createRateCache({ exchange, ...parts }: Parts): RateCache {
  if (!exchange) return fixedRateCache;
  const { db, clock, log } = parts;
  let rows: RateRow[] = [];
  let readAt: number | null = null;
  let known = ratesIn(rows, 0);
  const read = async () => {
    readAt = clock.now().getTime();
    rows = await db.select().from(exchangeRates);
    known = ratesIn(rows, clock.now().getTime());
  };
  return {
    current() {
      const now = clock.now().getTime();
      if (readAt === null || now - readAt >= cacheMs) {
        read().catch((error: unknown) => log.warn({ err: error }, "exchange rates can't be read"));
      }
      if (now < known.from || now >= known.until) known = ratesIn(rows, now);
      return known;
    },
    read,
    async refresh() {
      await refreshRates({ ...parts, exchange });
      await read();
    },
  };
}

const fixedRateCache: RateCache = {
  current: () => fixedRates,
  read: () => Promise.resolve(),
  refresh: () => Promise.resolve(),
};

/** The same from `from` until `until`, in ms. */
type LastingRates = Rates & { from: number; until: number };

function ratesIn(rows: RateRow[], now: number): LastingRates {
  const endOf = ({ fetchedAt }: RateRow) => fetchedAt.getTime() + validMs;
  const valid = rows.filter((row) => now < endOf(row));
  const kept = new Map(valid.map(({ base, rates }) => [base, rates]));
  return {
    from: now,
    until: Math.min(...valid.map(endOf)),
    rate(from, to) {
      const rates = kept.get(from);
      if (from === to || !rates) return fixedRates.rate(from, to);
      return rates[to] ?? null;
    },
  };
}

const hourMs = 3_600_000;

const refreshLock = 7_112_028;

type RefreshParts = { db: Database; clock: Clock; log: Log; exchange: ExchangeService };

/** Fetches rates older than an hour; other processes skip the round. A failed base keeps its old rates. */
async function refreshRates({ db, clock, log, exchange }: RefreshParts): Promise<void> {
  await inTransaction({ db }, async (tx) => {
    if (!(await tryLock(tx))) return;
    const now = clock.now();
    const due = await basesDue(tx, now);
    const fetched = await Promise.all(due.map((base) => fetchRates(exchange, base, log)));
    for (const { base, answer } of fetched) if (answer) await saveRates(tx, base, answer, now);
  });
}

async function fetchRates(exchange: ExchangeService, base: Currency, log: Log) {
  try {
    return { base, answer: await exchange.latest(base) };
  } catch (error) {
    log.error({ err: error, base }, "exchange rates can't be fetched");
    return { base, answer: null };
  }
}

async function tryLock(tx: Transaction): Promise<boolean> {
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

async function saveRates(
  tx: Transaction,
  base: Currency,
  rates: Record<string, string>,
  fetchedAt: Date,
): Promise<void> {
  await tx
    .insert(exchangeRates)
    .values({ base, rates, fetchedAt })
    .onConflictDoUpdate({ target: exchangeRates.base, set: { rates, fetchedAt } });
}

const answer = z.object({ rates: z.record(z.string(), z.unknown()) });

const plausible = { least: 0.05, most: 20 };

/** Keeps rates as decimal text, to the last digit sent. Throws for malformed or implausible answers. */
export function parseRates(json: string, base: Currency): Record<string, Rate> {
  const { rates } = answer.parse(JSON.parse(withNumbersAsText(json)));
  const wanted = currencies.filter((currency) => currency !== base && rates[currency] !== undefined);
  return Object.fromEntries(wanted.map((currency) => [currency, plausibleRate(rates[currency])]));
}

/** JSON.parse would round to floats. Strings are matched first, so that their digits stay. */
const withNumbersAsText = (json: string) =>
  json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (token.startsWith('"') ? token : `"${token}"`));

function plausibleRate(text: unknown): Rate {
  if (typeof text !== "string" || !/^\d{1,3}(\.\d{1,30})?$/.test(text)) throw new Error("a rate is no decimal number");
  if (Number(text) < plausible.least || Number(text) > plausible.most) throw new Error(`no rate is ${text}`);
  return text;
}

type ExchangeService = { latest(base: Currency): Promise<Record<string, Rate>> };

export function createExchangeService(url: string, { patienceMs = 3000 } = {}): ExchangeService {
  return {
    async latest(base) {
      const address = new URL(url);
      address.pathname = `${address.pathname.replace(/\/+$/, "")}/latest/${base}`;
      const answer = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(patienceMs) });
      if (!answer.ok) throw new Error(`the exchange-rate service answered ${answer.status}`);
      return parseRates(await answer.text(), base);
    },
  };
}
