import type { Database } from "@db/client";
import type { Clock, Geolocation, RateCache } from "../core/ports";
import type { Settings } from "../core/env";
import type { Log } from "../core/log";
import { createExchangeService, createRateCache } from "./rate-cache";
import { createGeolocation } from "./geolocation";

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
