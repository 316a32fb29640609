import type { Queryable } from "@db/client";
import { exchangeRates } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Invoicing } from "../../core/invoicing";
import type { Currency } from "../../core/money";
import { dayIn } from "./numbers";

/** From the currency of a sale to that of the accounts: the decimal, its day and where it is from. */
export type SiteRate = { exchangeRate: string; rateOn: string; rateSource: string };

/** How old a rate of the service may be, in ms. */
const freshMs = 26 * 3_600_000;

/**
 * Returns the rate for an invoice that is issued now; null if the currencies are the same. The service's if the
 * instructor wants it and it has answered within a day, else the one that was typed. Throws if there is neither.
 */
export async function readSiteRate(
  db: Queryable,
  { currency, rateSource, typedRates, ratesOn }: Invoicing,
  { from, now, timeZone }: { from: Currency; now: Date; timeZone: string },
): Promise<SiteRate | null> {
  if (from === currency) return null;
  if (rateSource === "service") {
    const [row] = await db.select().from(exchangeRates).where(eq(exchangeRates.base, from));
    const rate = row && now.getTime() - row.fetchedAt.getTime() < freshMs ? row.rates[currency] : undefined;
    if (row && rate) {
      return { exchangeRate: rate, rateOn: dayIn(row.fetchedAt, timeZone), rateSource: "exchange service" };
    }
  }
  const typed = typedRates[from];
  if (!typed) throw new Error(`no rate from ${from} to ${currency}`);
  return { exchangeRate: typed, rateOn: ratesOn, rateSource: "typed" };
}
