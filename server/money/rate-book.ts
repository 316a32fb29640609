import { exchangeRates } from "@db/schema";
import type { RateBook, Rates } from "../core/ports";
import type { ExchangeService } from "./exchange-service";
import { fixedRates } from "./rates";
import { type RefreshParts, refreshRates } from "./refresh-rates";

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
