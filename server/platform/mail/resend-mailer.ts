import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@db/client";
import type { MailAttachment } from "@db/schema";
import { sql } from "drizzle-orm";
import { type Response as Answer, Resend } from "resend";
import { z } from "zod";
import { addressIn } from "../../core/email-address";
import { type Mailer, MailError, type Pace } from "../../core/services";

type ResendSettings = { apiKey: string; baseUrl?: string | undefined; from: string; pace?: Pace };

const patienceMs = 20_000;

export const mailIdTag = "mail_id";

/** Creates the mailer of a live site. The mail's id is the idempotency key, valid for 24 hours. */
export function createResendMailer({ apiKey, baseUrl, from, pace }: ResendSettings): Mailer {
  const resend = new ResendClient(apiKey, { ...(baseUrl && { baseUrl: baseUrl.replace(/\/+$/, "") }) });
  return {
    ...(pace && { pace }),
    async send({ id, to, subject, html, text, senderName, replyTo, attachments, headers }) {
      const { data, error } = await resend.emails.send(
        {
          from: senderName === undefined ? from : `"${senderName}" <${addressIn(from)}>`,
          to,
          subject,
          html,
          text,
          tags: [{ name: mailIdTag, value: id }],
          ...(replyTo && { replyTo }),
          ...(attachments && { attachments: attachments.map(inBase64) }),
          ...(headers && { headers }),
        },
        { idempotencyKey: id, signal: AbortSignal.timeout(patienceMs) },
      );
      if (error) throw new MailError("failed", `Resend did not accept the mail: ${error.message}`);
      return { providerId: data.id };
    },
  };
}

const inBase64 = ({ filename, contentType, content }: MailAttachment) => ({
  filename,
  contentType,
  content: Buffer.from(content).toString("base64"),
});

/** Replaces the SDK's transport, which hides why a request got no response. */
class ResendClient extends Resend {
  override async fetchRequest<T>(path: string, options: RequestInit = {}): Promise<Answer<T>> {
    const { response, body } = await this.#request(path, options);
    if (!response.ok) throw refusal(response, body);
    if (!accepted.safeParse(body).success) throw new MailError("unanswered", "Resend's answer could not be read");
    return { data: body, error: null, headers: Object.fromEntries(response.headers) } as Answer<T>;
  }

  async #request(path: string, options: RequestInit): Promise<{ response: Response; body: unknown }> {
    try {
      const response = await fetch(`${this.baseUrl}${path}`, { ...options, redirect: "error" });
      return { response, body: parseJson(await response.text()) };
    } catch (error) {
      const reason = codeOf(error);
      throw new MailError(notConnected.test(reason) ? "failed" : "unanswered", `Resend did not answer: ${reason}`);
    }
  }
}

const accepted = z.object({ id: z.string().regex(/^[\x21-\x7e]{1,200}$/) });
const problem = z.object({ name: z.string().max(100), message: z.string().max(2000) });

const notConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|.*CERT.*|ERR_TLS.*)$/;

function codeOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: string };
  return typeof cause?.code === "string" ? cause.code : (name ?? "no reason given");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A proxy timed out; Resend may have accepted the mail. */
const gatewayStatuses = [502, 504];
/**
 * Statuses that are permanent for this mail. Errors about keys, domains and limits can be fixed, so those are retried.
 */
const finalStatuses = [400, 409, 413, 422];
const fixableErrors = ["concurrent_idempotent_requests", "invalid_from_address"];

function refusal({ status, headers }: Response, body: unknown): MailError {
  const { data } = problem.safeParse(body);
  const reason = data ? `${data.name}: ${data.message}` : `status ${status}`;
  const isFinal = data && finalStatuses.includes(status) && !fixableErrors.includes(data.name);
  const kind = isFinal ? finalKind(data.name) : gatewayStatuses.includes(status) ? "unanswered" : "failed";
  return new MailError(kind, `Resend did not accept the mail: ${reason}`, pauseIn(status, headers));
}

/** The key was used with other content, which may have been sent. */
const finalKind = (name: string) => (name === "invalid_idempotent_request" ? "unconfirmed" : "refused");

function pauseIn(status: number, headers: Headers): number | null {
  if (status !== 429 && status < 500) return null;
  const header = headers.get("retry-after");
  if (header === null) return status === 429 ? 1 : null;
  const seconds = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) : secondsUntil(header, headers);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 1;
}

/** Counts the seconds by Resend's own clock. */
const secondsUntil = (date: string, headers: Headers): number =>
  (Date.parse(date) - Date.parse(headers.get("date") ?? "")) / 1000;

const service = "resend";
/** The longest wait in milliseconds; a job with a longer one is rescheduled. */
const maxWaitMs = 5000;
const margin = 1.1;
/** An upper limit for Retry-After, because a quota may be raised meanwhile. */
export const maxPauseSeconds = 3600;

type Options = {
  db: Database;
  requestsPerSecond: number;
  sleep?: (milliseconds: number) => Promise<unknown>;
};

/** Coordinates all processes through PostgreSQL and its clock, without holding a connection while waiting. */
export function createPace({ db, requestsPerSecond, sleep = (milliseconds) => wait(milliseconds) }: Options): Pace {
  const interval = milliseconds((1000 * margin) / requestsPerSecond);
  return {
    async takeTurn() {
      const turn = await reserveTurn(db, interval);
      if (turn === null) return readNextTurn(db);
      if (turn > 0) await sleep(turn);
      return null;
    },
    async pauseFor(seconds) {
      const pause = milliseconds(Math.min(seconds, maxPauseSeconds) * 1000);
      await db.execute(sql`
        insert into mail_pace as pace (service, next_at) values (${service}, clock_timestamp() + ${pause})
        on conflict (service) do update set next_at = greatest(pace.next_at, clock_timestamp() + ${pause})`);
    },
  };
}

/** Returns the milliseconds until the reserved turn; null if the wait would be too long. */
async function reserveTurn(db: Database, interval: ReturnType<typeof milliseconds>): Promise<number | null> {
  const { rows } = await db.execute<{ wait: string }>(sql`
    insert into mail_pace as pace (service, next_at) values (${service}, clock_timestamp() + ${interval})
    on conflict (service) do update set next_at = greatest(pace.next_at, clock_timestamp()) + ${interval}
      where pace.next_at <= clock_timestamp() + ${milliseconds(maxWaitMs)}
    returning extract(epoch from next_at - ${interval} - clock_timestamp()) * 1000 as wait`);
  return rows[0] ? Number(rows[0].wait) : null;
}

async function readNextTurn(db: Database): Promise<Date> {
  const { rows } = await db.execute<{ next: string }>(
    sql`select extract(epoch from next_at) * 1000 as next from mail_pace where service = ${service}`,
  );
  return new Date(Number(rows[0]?.next));
}

const milliseconds = (count: number) => sql`${count} * interval '1 millisecond'`;
