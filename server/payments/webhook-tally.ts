import { sql } from "drizzle-orm";
import { DateTime } from "luxon";
import type { Queryable } from "@db/client";
import { webhookStates } from "@db/schema";
import type { Services } from "../core/services";

/** Whose webhook it is. */
type WebhookSource = "stripe" | "resend";
const names: Record<WebhookSource, string> = { stripe: "Stripe", resend: "Resend" };

/** What has come in since it was last written down. */
type Seen = {
  lastEventAt: Date | null;
  badSignatures: number;
  lastBadSignatureAt: Date | null;
  /** Those after the last good event. */
  badSinceEvent: number;
};
const nothing: Seen = { lastEventAt: null, badSignatures: 0, lastBadSignatureAt: null, badSinceEvent: 0 };

/** In milliseconds: a flood of requests costs one write in so long. */
const pauseMs = 10_000;

/** Counts what arrives at a webhook, in memory first. */
type WebhookTally = { noteEvent(): void; noteBadSignature(): void };

/**
 * Writes the first arrival down at once, and what comes within the next ten seconds together at their end, so that
 * nobody can cause a database write with each request. A process that is killed loses those ten seconds.
 */
export function startWebhookTally(
  { clock, log }: Pick<Services, "clock" | "log">,
  source: WebhookSource,
  write: (seen: Seen) => Promise<void>,
): WebhookTally {
  let seen = nothing;
  let isPausing = false;

  const note = (more: Partial<Seen>) => {
    seen = { ...seen, ...more };
    if (!isPausing) flush();
  };

  function flush() {
    isPausing = seen !== nothing;
    if (!isPausing) return;
    const written = seen;
    seen = nothing;
    if (written.badSignatures > 0) {
      const count = written.badSignatures;
      log.warn({ count }, `webhooks refused: ${names[source]}'s signature is missing or does not match`);
    }
    setTimeout(flush, pauseMs).unref();
    write(written).catch((error: unknown) => {
      log.error({ err: error }, "the arrival of webhooks was not written down; trying again");
      seen = added(written, seen);
    });
  }

  return {
    noteEvent: () => note({ lastEventAt: clock.now(), badSinceEvent: 0 }),
    noteBadSignature: () =>
      note({
        badSignatures: seen.badSignatures + 1,
        badSinceEvent: seen.badSinceEvent + 1,
        lastBadSignatureAt: clock.now(),
      }),
  };
}

const added = (earlier: Seen, later: Seen): Seen => ({
  lastEventAt: later.lastEventAt ?? earlier.lastEventAt,
  badSignatures: earlier.badSignatures + later.badSignatures,
  lastBadSignatureAt: later.lastBadSignatureAt ?? earlier.lastBadSignatureAt,
  badSinceEvent: later.badSinceEvent + (later.lastEventAt ? 0 : earlier.badSinceEvent),
});

/** Adds to what any process has written down before. */
export async function keepWebhookState(db: Queryable, source: WebhookSource, seen: Seen): Promise<void> {
  const { lastEventAt, badSignatures, lastBadSignatureAt, badSinceEvent } = webhookStates;
  await db
    .insert(webhookStates)
    .values({ source, ...seen })
    .onConflictDoUpdate({
      target: webhookStates.source,
      set: {
        lastEventAt: sql`greatest(${lastEventAt}, excluded.last_event_at)`,
        badSignatures: sql`${badSignatures} + excluded.bad_signatures`,
        lastBadSignatureAt: sql`greatest(${lastBadSignatureAt}, excluded.last_bad_signature_at)`,
        badSinceEvent: sql`excluded.bad_since_event +
          case when excluded.last_event_at is null then ${badSinceEvent} else 0 end`,
      },
    });
}

export type WebhookHealth = {
  /** "3 minutes ago"; null where none has ever come. */
  lastEvent: string | null;
  badSignatures: number;
  lastBadSignature: string | null;
  /** Nothing but bad signatures has come for a while: the secret of the site may be wrong. */
  isSecretSuspect: boolean;
};

/** Anybody can post without a signature, but hardly keep the good events away: so many, for so long. */
const suspectCount = 3;
const suspectMs = 3_600_000;

/** Says how the messages of a service arrive. One query. */
export async function readWebhookHealth(
  { db, clock }: Pick<Services, "db" | "clock">,
  source: WebhookSource,
): Promise<WebhookHealth> {
  const state = await db.query.webhookStates.findFirst({ where: (row, { eq }) => eq(row.source, source) });
  const { lastEventAt = null, badSignatures = 0, lastBadSignatureAt = null, badSinceEvent = 0 } = state ?? {};
  const isQuiet = lastEventAt === null || clock.now().getTime() - lastEventAt.getTime() >= suspectMs;
  const ago = (at: Date | null) => at && printAge(at, clock.now());
  return {
    lastEvent: ago(lastEventAt),
    badSignatures,
    lastBadSignature: ago(lastBadSignatureAt),
    isSecretSuspect: isQuiet && badSinceEvent >= suspectCount,
  };
}

/** "3 minutes ago" */
function printAge(at: Date, now: Date): string | null {
  if (now.getTime() - at.getTime() < 60_000) return "less than a minute ago";
  return DateTime.fromJSDate(at)
    .setLocale("en-US")
    .toRelative({ base: DateTime.fromJSDate(now) });
}
