import type { Database } from "@db/client";
import { z } from "zod";
import { readCookie, setCookie } from "../../core/cookies";
import type { Settings } from "../../core/env";
import type { Log } from "../../core/log";
import { currencies, type Currency, isCurrency } from "../../core/money";
import type { Clock, Geolocation, RateCache } from "../../core/services";
import { networkOf } from "../../core/rate-limits";
import { createExchangeService, createRateCache } from "./rate-cache";

const yearSeconds = 365 * 24 * 60 * 60;

export const setCurrencyCookie = (settings: Settings, currency: Currency): string =>
  setCookie(settings, "currency", currency, yearSeconds);

export function readCurrency(settings: Settings, header: string | null | undefined): Currency | null {
  const currency = readCookie(settings, header, "currency");
  return isCurrency(currency) ? currency : null;
}

export const currencyForm = z.object({ currency: z.enum(currencies), returnTo: z.string().optional() });

type Parts = { settings: Settings; db: Database; clock: Clock; log: Log };

export function createCurrencyServices({ settings, db, clock, log }: Parts): {
  rateCache: RateCache;
  geolocation: Geolocation | null;
} {
  const { exchangeRatesUrl, geolocationUrl } = settings;
  const exchange = exchangeRatesUrl ? createExchangeService(exchangeRatesUrl) : null;
  return {
    rateCache: createRateCache({ db, clock, log, exchange }),
    geolocation: geolocationUrl ? createGeolocation({ url: geolocationUrl, log }) : null,
  };
}

/** The specification allows a page to wait 300 ms in total. */
const patienceMs = 280;
const rememberedAddresses = 1000;

const countryCurrencies = new Map<string, Currency>([
  ["GB", "GBP"],
  ["IE", "EUR"],
  ["DE", "EUR"],
  ["FR", "EUR"],
  ["ES", "EUR"],
  ["IT", "EUR"],
  ["US", "USD"],
  ["CA", "USD"],
]);

/** Returns the currency of a country (ISO 3166-1 alpha-2), as specified. */
export const currencyOfCountry = (code: string): Currency => countryCurrencies.get(code) ?? "GBP";

/**
 * Creates the look-up of a visitor's currency. `{ip}` in the URL stands for the address. Answers are cached for
 * browsers that keep no cookies.
 */
export function createGeolocation({ url, log }: { url: string; log: Log }): Geolocation {
  const known = new Map<string, Promise<Currency>>();
  const remember = (network: string, currency: Promise<Currency>) => {
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= rememberedAddresses) known.delete(oldest);
    known.set(network, currency);
    return currency;
  };
  return {
    async currencyOf(address) {
      const network = networkOf(address);
      try {
        return await (known.get(network) ?? remember(network, askCurrency(url, address)));
      } catch (error) {
        known.delete(network);
        log.warn({ err: error }, "geolocation failed; using GBP");
        return "GBP";
      }
    },
  };
}

const answer = z.object({ country_code: z.string() });

async function askCurrency(url: string, address: string): Promise<Currency> {
  const ip = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const reply = await fetch(url.replaceAll("{ip}", encodeURIComponent(ip)), {
    headers: { Accept: "application/json" },
    // A redirect would give the visitor's address to another service.
    redirect: "error",
    signal: AbortSignal.timeout(patienceMs),
  });
  if (!reply.ok) throw new Error(`the geolocation service answered ${reply.status}`);
  return currencyOfCountry(answer.parse(await reply.json()).country_code.toUpperCase());
}
