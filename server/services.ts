import type Stripe from "stripe";
import type { Database } from "@db/client";
import type { Clock } from "./clock";
import type { Settings } from "./env";
import type { Log } from "./log";
import type { Mailer } from "./mail/mailer";

/** What a process has at hand: the database, the clock and the outside clients. Verbs get it as their first argument. */
export type Services = {
  settings: Settings;
  db: Database;
  clock: Clock;
  log: Log;
  stripe: { client: Stripe; webhookSecret: string };
  mailer: Mailer;
};
