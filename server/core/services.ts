import type { Database, Transaction } from "@db/client";
import type { Account, MailAttachment } from "@db/schema";
import type Stripe from "stripe";
import type { Settings } from "./env";
import type { Log } from "./log";
import type { Currency } from "./money";
import type { SettingsMemo } from "./site-settings";

export type Services = {
  settings: Settings;
  db: Database;
  lockTimeoutMs?: number;
  clock: Clock;
  log: Log;
  stripe: { client: Stripe; webhookSecret: string; isLive: boolean };
  mailer: Mailer;
  rateCache: RateCache;
  geolocation: Geolocation | null;
  storage: Storage;
  /** The file of the program that reads calendars in a thread of its own. */
  calendarReader: string;
  hooks: Hooks;
  /** The settings as one request has read them. */
  settingsMemo?: SettingsMemo;
};

/** Calls from lower to higher levels, implemented in `server/process/hooks.ts`. payments/payable.ts adds its own. */
export interface Hooks {
  /** Runs in the transaction that confirms or signs in an account, with its row locked. */
  claimPurchases(tx: Transaction, services: Services, account: Account): Promise<void>;
}

export type Mail = {
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  senderName?: string | undefined;
  replyTo?: string | undefined;
  attachments?: MailAttachment[] | undefined;
  headers?: Record<string, string> | undefined;
};

export type Mailer = {
  send(mail: Mail): Promise<{ providerId: string | null }>;
  pace?: Pace;
};

export type Pace = {
  /** Waits for the caller's turn and returns null; while paused, returns the end of the pause at once. */
  takeTurn(): Promise<Date | null>;
  pauseFor(seconds: number): Promise<void>;
};

export type ByteRange = { start: number; end: number };

/** `disposition` is the Content-Disposition of a download. */
type SignedAnswer = { seconds: number; contentType: string; disposition?: string | undefined };

/** A chunk is valid until the next one is requested: its memory is used again. */
export type FileChunks = AsyncIterable<Uint8Array>;

/** Stores the files of media_files. Keys look like `video/5f0c….webm`; others throw an Error. */
export type Storage = {
  stat(key: string): Promise<{ bytes: number } | null>;
  /** Opens the file or a part of it for a `for await` loop. `signal` ends the reading. Throws a FileMissingError. */
  read(key: string, range?: ByteRange, signal?: AbortSignal): Promise<FileChunks>;
  save(key: string, path: string): Promise<void>;
  remove(key: string): Promise<void>;
  signAddress?(key: string, answer: SignedAnswer): Promise<string>;
  /** Returns the path of a file that is on this machine's disk, for programs that only read it. */
  pathOf?(key: string): string;
};

export type RateCache = {
  /** Returns the rates known to this process, without waiting. Use one value for a whole request. */
  current(): Rates;
  read(): Promise<void>;
  refresh(): Promise<void>;
};

/** A decimal such as "1.17", kept as text to stay exact. */
export type Rate = string;

export type Rates = { rate(from: Currency, to: Currency): Rate | null };

export type Geolocation = {
  /** Returns pounds if the country can't be found quickly. Never throws. */
  currencyOf(address: string): Promise<Currency>;
};

export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** `unanswered`: may have been accepted. `unconfirmed`: an earlier attempt may have been, so it is not repeated. */
export class MailError extends Error {
  override name = "MailError";

  constructor(
    readonly kind: "refused" | "failed" | "unanswered" | "unconfirmed",
    message: string,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}
