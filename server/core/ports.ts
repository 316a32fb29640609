import type { Readable } from "node:stream";
import type { MailAttachment } from "@db/schema";
import type { Currency } from "./money";

/** A mail as it leaves the house. */
export type Mail = {
  /** The outbox row's id; the same id is never sent twice. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** In place of the usual one, before the usual address. */
  senderName?: string | undefined;
  replyTo?: string | undefined;
  attachments?: MailAttachment[] | undefined;
  headers?: Record<string, string> | undefined;
};

/** Hands a mail to the outside world. */
export type Mailer = {
  /** Throws a MailError when the mail was not accepted. */
  send(mail: Mail): Promise<{ providerId: string | null }>;
  /** Keeps to the mail service's rate limit; absent where there is none. */
  pace?: Pace;
};

/** Spaces the requests of all processes to the mail service. */
export type Pace = {
  /** Waits for the caller's turn. Returns null, or until when the service is to be left alone: then without waiting. */
  takeTurn(): Promise<Date | null>;
  /** Leaves the service alone, in every process. */
  pauseFor(seconds: number): Promise<void>;
};

/** Bytes of a file, both ends included, as ranges are counted in HTTP. */
export type ByteRange = { start: number; end: number };

/** What a signed address answers with, whatever the store itself knows of the file. */
type SignedAnswer = { seconds: number; contentType: string };

/**
 * Where the files of media_files lie: on the local disk, or in an S3-compatible store. A key is one folder and a name,
 * such as `video/5f0c….webm`; anything else is refused with an Error, for keys never come from visitors unchecked.
 */
export type Storage = {
  /** The file's size; null when there is none. */
  stat(key: string): Promise<{ bytes: number } | null>;
  /** Opens the file, or a part of it. The caller must read it to the end or destroy it. Throws a FileNotThere. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Keeps a file of this machine under the key: whole or not at all. Keeping the same one again changes nothing. */
  keep(key: string, path: string): Promise<void>;
  /** Removes the file; removing what is not there changes nothing. */
  remove(key: string): Promise<void>;
  /** Returns an address that serves the file for a while, without a session. Only for stores that clients can reach. */
  signAddress?(key: string, answer: SignedAnswer): Promise<string>;
};

export type RateBook = {
  /** What currencies are worth now, as this process knows it: at once, a page never waits. One for a whole request. */
  current(): Rates;
  /** Reads what all processes share. */
  read(): Promise<void>;
  /** Fetches anew what is an hour old, then reads. */
  refresh(): Promise<void>;
};

/** What one unit of a currency is worth in another, as a decimal such as "1.17": exact, never a float. */
export type Rate = string;

/** Answers a rate, or null when there is none (the amount is then shown unconverted). */
export type Rates = { rate(from: Currency, to: Currency): Rate | null };

export type Geolocation = {
  /** The currency of the country that an address is in; pounds when that can't be learnt at once. Never throws. */
  currencyOf(address: string): Promise<Currency>;
};

/** Where "now" comes from; tests bring their own. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/**
 * Why the mail service did not take a mail. `refused`: it never will. `failed`: it was not accepted this time.
 * `unanswered`: it may have been accepted. `unconfirmed`: an earlier try may have been accepted, and no other will be.
 */
export class MailError extends Error {
  override name = "MailError";

  constructor(
    readonly kind: "refused" | "failed" | "unanswered" | "unconfirmed",
    message: string,
    /** How long the service asked to be left alone. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}
