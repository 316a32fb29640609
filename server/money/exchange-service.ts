import type { Rate } from "../core/ports";
import type { Currency } from "../core/currencies";
import { parseRates } from "./parse-rates";

/** What one unit of a currency is worth now in our others. Throws when it can't be learnt. */
export type ExchangeService = { latest(base: Currency): Promise<Record<string, Rate>> };

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
