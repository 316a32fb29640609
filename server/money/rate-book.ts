import { inTransaction } from "../core/transaction";
import type { Database, Transaction } from "@db/client";
import { exchangeRates } from "@db/schema";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Clock, Rate, RateBook, Rates } from "../core/ports";
import { currencies, type Currency } from "../core/money";
import type { Log } from "../core/log";
import { fixedRates } from "./convert-price";

type Parts = Omit<RefreshParts, "exchange"> & { exchange: ExchangeService | null };
type Row = typeof exchangeRates.$inferSelect;

/** How long what was read is believed. */
const memoryMs = 10_000;

/** Rates count for an hour, and ten minutes more in which new ones are being fetched. */
const countMs = 70 * 60_000;

/** The rates of a service, and the specification's fixed ones where there is none or it has failed. */
export function createRateBook({ exchange, ...parts }: Parts): RateBook {
  if (!exchange) return fixedBook;
  const { db, clock, log } = parts;
  let rows: Row[] = [];
  let readAt: number | null = null;
  const read = async () => {
    readAt = clock.now().getTime();
    rows = await db.select().from(exchangeRates);
  };
  return {
    current() {
      const now = clock.now().getTime();
      if (readAt === null || now - readAt >= memoryMs) {
        read().catch((error: unknown) => log.warn({ err: error }, "exchange rates can't be read"));
      }
      return ratesIn(rows, now);
    },
    read,
    async refresh() {
      await refreshRates({ ...parts, exchange });
      await read();
    },
  };
}

const fixedBook: RateBook = {
  current: () => fixedRates,
  read: () => Promise.resolve(),
  refresh: () => Promise.resolve(),
};

function ratesIn(rows: Row[], now: number): Rates {
  const kept = new Map(
    rows.filter(({ fetchedAt }) => now - fetchedAt.getTime() < countMs).map(({ base, rates }) => [base, rates]),
  );
  return {
    rate(from, to) {
      const rates = kept.get(from);
      if (from === to || !rates) return fixedRates.rate(from, to);
      return rates[to] ?? null;
    },
  };
}

const hourMs = 3_600_000;

/** Any number will do, as long as nothing else takes an advisory lock by it. */
const refreshLock = 7_112_028;

type RefreshParts = { db: Database; clock: Clock; log: Log; exchange: ExchangeService };

/**
 * Fetches the rates that are an hour old, for all processes: while one is at it, the others go on. A base that can't
 * be fetched is logged and stays as it was; the next round tries again.
 */
async function refreshRates({ db, clock, log, exchange }: RefreshParts): Promise<void> {
  await inTransaction({ db }, async (tx) => {
    if (!(await isFirst(tx))) return;
    const now = clock.now();
    const due = await basesDue(tx, now);
    const fetched = await Promise.all(due.map((base) => fetchRates(exchange, base, log)));
    for (const { base, answer } of fetched) if (answer) await keep(tx, base, answer, now);
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

const answer = z.object({ rates: z.record(z.string(), z.unknown()) });

/** What no two of our currencies were ever worth in each other; whatever says so is mistaken. */
const plausible = { least: 0.05, most: 20 };

/**
 * Reads the exchange-rate service's answer: our currencies' rates as decimals in text, to the last digit that was
 * sent. A currency that is not in it has no rate. Throws where it is not such an answer, or a rate can't be true.
 */
export function parseRates(json: string, base: Currency): Record<string, Rate> {
  const { rates } = answer.parse(JSON.parse(withNumbersAsText(json)));
  const wanted = currencies.filter((currency) => currency !== base && rates[currency] !== undefined);
  return Object.fromEntries(wanted.map((currency) => [currency, plausibleRate(rates[currency])]));
}

/** JSON.parse would make floating-point numbers of them. A string is matched first, so that its digits stay. */
const withNumbersAsText = (json: string) =>
  json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (token.startsWith('"') ? token : `"${token}"`));

function plausibleRate(text: unknown): Rate {
  if (typeof text !== "string" || !/^\d{1,3}(\.\d{1,30})?$/.test(text)) throw new Error("a rate is no decimal number");
  if (Number(text) < plausible.least || Number(text) > plausible.most) throw new Error(`no rate is ${text}`);
  return text;
}

/** What one unit of a currency is worth now in our others. Throws when it can't be learnt. */
type ExchangeService = { latest(base: Currency): Promise<Record<string, Rate>> };

/** The service at an address that answers GET `latest/{base}`. */
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
