import type Stripe from "stripe";
import type { Database, Transaction } from "@db/client";
import type { Account } from "@db/schema";
import type { Clock, Geolocation, Mailer, RateCache, Storage } from "./ports";
import type { Settings } from "./env";
import type { Log } from "./log";

export type Services = {
  settings: Settings;
  db: Database;
  lockTimeoutMs?: number;
  clock: Clock;
  log: Log;
  /** Whether the key belongs to Stripe's live mode. */
  stripe: { client: Stripe; webhookSecret: string; isLive: boolean };
  mailer: Mailer;
  rateCache: RateCache;
  /** Null if no service is configured: every visitor then starts with pounds. */
  geolocation: Geolocation | null;
  storage: Storage;
  hooks: Hooks;
};

/** Calls from lower to higher levels, implemented in `server/hooks.ts`. payments/payable.ts adds its own. */
export interface Hooks {
  /** Runs in the transaction that confirms or signs in an account, with its row locked. */
  claimPurchases(tx: Transaction, services: Services, account: Account): Promise<void>;
}
