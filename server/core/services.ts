import type Stripe from "stripe";
import type { Database, Transaction } from "@db/client";
import type { Account } from "@db/schema";
import type { Clock, Geolocation, Mailer, RateBook, Storage } from "./ports";
import type { Settings } from "./env";
import type { Log } from "./log";

/** What a process has at hand: the database, the clock and the outside clients. The first argument of domain functions. */
export type Services = {
  settings: Settings;
  db: Database;
  lockTimeoutMs?: number;
  clock: Clock;
  log: Log;
  /** `isLive`: the key is one of Stripe's live mode. */
  stripe: { client: Stripe; webhookSecret: string; isLive: boolean };
  mailer: Mailer;
  rateBook: RateBook;
  /** Null where no service is set: then every visitor begins with pounds. */
  geolocation: Geolocation | null;
  /** Where videos, pictures and captions lie. */
  storage: Storage;
  hooks: Hooks;
};

/**
 * Calls from lower to higher levels; `server/hooks.ts` says who answers them. A level that calls upwards adds what it
 * calls: payments/payable.ts.
 */
export interface Hooks {
  /**
   * Called in the transaction that confirms or signs in an account, whose row is locked: what was bought for its address
   * becomes the account's.
   */
  claimPurchases(tx: Transaction, services: Services, account: Account): Promise<void>;
}
