import type Stripe from "stripe";
import type { Database } from "@db/client";
import type { Clock } from "./clock";
import type { Settings } from "./env";
import type { Log } from "./log";
import type { Mailer } from "../mail/mailer";
import type { Geolocation } from "../money/geolocation";
import type { RateBook } from "../money/rate-book";
import type { Storage } from "../media/storage";

/** What a process has at hand: the database, the clock and the outside clients. Verbs get it as their first argument. */
export type Services = {
  settings: Settings;
  db: Database;
  clock: Clock;
  log: Log;
  /** `isLive`: the key is one of Stripe's live mode. */
  stripe: { client: Stripe; webhookSecret: string; isLive: boolean };
  mailer: Mailer;
  rateBook: RateBook;
  /** Null where no service is set: then everybody begins with pounds. */
  geolocation: Geolocation | null;
  /** Where videos, pictures and captions lie. */
  storage: Storage;
};
