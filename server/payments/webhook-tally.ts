import { sql } from "drizzle-orm";
import { DateTime } from "luxon";
import type { Queryable } from "@db/client";
import { webhookStates } from "@db/schema";
import type { Services } from "../core/services";

type WebhookSource = "stripe" | "resend";
const names: Record<WebhookSource, string> = { stripe: "Stripe", resend: "Resend" };

type Tally = {
  lastEventAt: Date | null;
  badSignatures: number;
  lastBadSignatureAt: Date | null;
  badSinceEvent: number;
  /** When Stripe last sent an event that lacks its object. */
  lastThinEventAt: Date | null;
};
const emptyTally: Tally = {
  lastEventAt: null,
  badSignatures: 0,
  lastBadSignatureAt: null,
  badSinceEvent: 0,
  lastThinEventAt: null,
};

/** The pause in milliseconds, which limits a flood of requests to one write per period. */
const pauseMs = 10_000;

type WebhookTally = { noteEvent(): void; noteBadSignature(): void; noteThinEvent(): void };

/** Writes at most once in ten seconds, so that requests can't flood the database. A killed process loses the rest. */
export function startWebhookTally(
  { clock, log }: Pick<Services, "clock" | "log">,
  source: WebhookSource,
  write: (seen: Tally) => Promise<void>,
): WebhookTally {
  let seen = emptyTally;
  let isPausing = false;

  const note = (more: Partial<Tally>) => {
    seen = { ...seen, ...more };
    if (!isPausing) flush();
  };

  function flush() {
    isPausing = seen !== emptyTally;
    if (!isPausing) return;
    const written = seen;
    seen = emptyTally;
    if (written.badSignatures > 0) {
      const count = written.badSignatures;
      log.warn({ count }, `webhooks refused: ${names[source]}'s signature is missing or does not match`);
    }
    setTimeout(flush, pauseMs).unref();
    write(written).catch((error: unknown) => {
      log.error({ err: error }, "webhook state not saved; trying again");
      seen = addTallies(written, seen);
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
    noteThinEvent: () => note({ lastThinEventAt: clock.now() }),
  };
}

const addTallies = (earlier: Tally, later: Tally): Tally => ({
  lastEventAt: later.lastEventAt ?? earlier.lastEventAt,
  badSignatures: earlier.badSignatures + later.badSignatures,
  lastBadSignatureAt: later.lastBadSignatureAt ?? earlier.lastBadSignatureAt,
  badSinceEvent: later.badSinceEvent + (later.lastEventAt ? 0 : earlier.badSinceEvent),
  lastThinEventAt: later.lastThinEventAt ?? earlier.lastThinEventAt,
});

export async function saveWebhookState(db: Queryable, source: WebhookSource, seen: Partial<Tally>): Promise<void> {
  const { lastEventAt, badSignatures, lastBadSignatureAt, badSinceEvent, lastThinEventAt } = webhookStates;
  await db
    .insert(webhookStates)
    .values({ source, ...emptyTally, ...seen })
    .onConflictDoUpdate({
      target: webhookStates.source,
      set: {
        lastEventAt: sql`greatest(${lastEventAt}, excluded.last_event_at)`,
        badSignatures: sql`${badSignatures} + excluded.bad_signatures`,
        lastBadSignatureAt: sql`greatest(${lastBadSignatureAt}, excluded.last_bad_signature_at)`,
        badSinceEvent: sql`excluded.bad_since_event +
          case when excluded.last_event_at is null then ${badSinceEvent} else 0 end`,
        lastThinEventAt: sql`greatest(${lastThinEventAt}, excluded.last_thin_event_at)`,
      },
    });
}

export type WebhookHealth = {
  lastEvent: string | null;
  /** No event for a month. */
  isSilent: boolean;
  badSignatures: number;
  lastBadSignature: string | null;
  isSecretSuspect: boolean;
  /** When the last event without its object came, if that is less than a day ago. */
  lastThinEvent: string | null;
};

/** Bad signatures can be posted by anyone, so a few must come while good events stay away. */
const suspectCount = 3;
const suspectMs = 3_600_000;
const dayMs = 24 * 3_600_000;
const silentMs = 31 * dayMs;

export async function readWebhookHealth(
  { db, clock }: Pick<Services, "db" | "clock">,
  source: WebhookSource,
): Promise<WebhookHealth> {
  const state = await db.query.webhookStates.findFirst({ where: (row, { eq }) => eq(row.source, source) });
  const { lastEventAt = null, badSignatures = 0, lastBadSignatureAt = null, badSinceEvent = 0 } = state ?? {};
  const { lastThinEventAt: thinAt = null } = state ?? {};
  const isQuiet = lastEventAt === null || clock.now().getTime() - lastEventAt.getTime() >= suspectMs;
  const ago = (at: Date | null) => at && printAge(at, clock.now());
  return {
    lastEvent: ago(lastEventAt),
    isSilent: lastEventAt === null || clock.now().getTime() - lastEventAt.getTime() >= silentMs,
    badSignatures,
    lastBadSignature: ago(lastBadSignatureAt),
    isSecretSuspect: isQuiet && badSinceEvent >= suspectCount,
    lastThinEvent: thinAt && clock.now().getTime() - thinAt.getTime() < dayMs ? ago(thinAt) : null,
  };
}

function printAge(at: Date, now: Date): string | null {
  if (now.getTime() - at.getTime() < 60_000) return "less than a minute ago";
  return DateTime.fromJSDate(at)
    .setLocale("en-US")
    .toRelative({ base: DateTime.fromJSDate(now) });
}
