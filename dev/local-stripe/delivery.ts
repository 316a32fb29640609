import type { Database, Queryable } from "@db/client";
import type { Log } from "@server/core/log";
import { sql } from "drizzle-orm";
import Stripe from "stripe";

export type Delivery = {
  wake(): void;
  send(id: string, copies: number): Promise<void>;
  stop(): Promise<void>;
};

/** More would only queue up at the receiver, which is usually this process. */
const maximumInFlight = 8;

/** Also finds events left by a process that died. */
const roundSeconds = 2;
const shortestPauseSeconds = 0.05;

/** Sends events until the endpoint answers 2xx. Several processes may share a database: claims expire. */
export function startDelivery(db: Database, endpoint: Endpoint, log: Log): Delivery {
  const inFlight = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let isRoundWanted = false;
  let isStopped = false;

  function track(work: Promise<void>): Promise<void> {
    const tracked: Promise<void> = work
      .catch((error: unknown) =>
        log.error({ err: error }, "local Stripe: an event was sent, but its delivery could not be recorded"),
      )
      .finally(() => inFlight.delete(tracked));
    inFlight.add(tracked);
    return tracked;
  }

  async function sendDueEvents(): Promise<void> {
    const places = maximumInFlight - inFlight.size;
    if (places === 0) return; // the next one to end wakes the next round
    const events = await claimDueEvents(db, places);
    for (const event of events) void track(deliver({ db, endpoint, log }, event)).finally(wake);
    const seconds = await secondsUntilNextDue(db);
    schedule(Math.min(Math.max(seconds, shortestPauseSeconds), roundSeconds));
  }

  function schedule(seconds: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(wake, seconds * 1000).unref();
  }

  function wake(): void {
    if (isStopped) return;
    isRoundWanted = true;
    round ??= runRounds();
  }

  async function runRounds(): Promise<void> {
    try {
      while (isRoundWanted && !isStopped) {
        isRoundWanted = false;
        await sendDueEvents();
      }
    } catch (error) {
      log.error({ err: error }, "local Stripe: events could not be read; trying again");
      schedule(roundSeconds);
    } finally {
      round = undefined;
    }
  }

  wake();
  return {
    wake,
    async send(id, copies) {
      const event = isStopped ? undefined : await claimEvent(db, id, copies);
      if (event) await track(deliver({ db, endpoint, log }, event));
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await round;
      await Promise.all(inFlight);
    },
  };
}

type DeliveryServices = { db: Database; endpoint: Endpoint; log: Log };

async function deliver({ db, endpoint, log }: DeliveryServices, event: ClaimedEvent): Promise<void> {
  const outcomes = await Promise.all(Array.from({ length: event.copies }, () => postEvent(endpoint, event.payload)));
  const isAccepted = await recordAttempt(db, event, outcomes);
  if (!isAccepted) log.warn({ eventId: event.id, outcomes }, "local Stripe: an event was not accepted; trying again");
}

type Endpoint = { url: string; secret: string };

/** Signed with the real time, because receivers compare it with theirs. Never throws. */
async function postEvent({ url, secret }: Endpoint, payload: string): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": signer.webhooks.generateTestHeaderString({ payload, secret }),
        "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      },
      body: payload,
      redirect: "manual",
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await response.arrayBuffer();
    return { status: response.status };
  } catch (error) {
    return { error: reasonOf(error) };
  }
}

/** Must be less than claimSeconds. */
const answerWithinMs = 10_000;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

// Signing needs no API key, only a client.
const signer = new Stripe("sk_test_unused");

type ClaimedEvent = { id: string; payload: string; copies: number; tries: number };

export type Outcome = { status: number } | { error: string };

/** A time longer than the receiver may take to answer, so that no process claims an event that is still being sent. */
const claimSeconds = 15;

/** The period after which the real API gives up. */
const giveUpAfter = "3 days";

async function claimDueEvents(db: Queryable, limit: number): Promise<ClaimedEvent[]> {
  if (limit <= 0) return [];
  const { rows } = await db.execute<ClaimedEvent & { seq: number }>(sql`
    update local_stripe.events set claimed_until = now() + ${claimSeconds}::integer * interval '1 second'
    where id in (
      select id from local_stripe.events
      where delivered_at is null and not is_held and due_at <= now()
        and (claimed_until is null or claimed_until < now())
        and created_at > now() - ${giveUpAfter}::text::interval
      order by seq limit ${limit} for update skip locked)
    returning id, payload, copies, jsonb_array_length(attempts) as tries, seq::float8 as seq`);
  return rows.sort((a, b) => a.seq - b.seq);
}

/** Even if it was held or delivered before, unless it is being sent now. */
async function claimEvent(db: Queryable, id: string, copies: number): Promise<ClaimedEvent | undefined> {
  const { rows } = await db.execute<ClaimedEvent>(sql`
    update local_stripe.events
    set claimed_until = now() + ${claimSeconds}::integer * interval '1 second', is_held = false, copies = ${copies}
    where id = ${id} and (claimed_until is null or claimed_until < now())
    returning id, payload, copies, jsonb_array_length(attempts) as tries`);
  return rows[0];
}

/** Accepted if every copy got a 2xx, otherwise due again later. Returns whether it was accepted. */
async function recordAttempt(db: Queryable, event: ClaimedEvent, outcomes: Outcome[]): Promise<boolean> {
  const isAccepted = outcomes.every((outcome) => "status" in outcome && outcome.status >= 200 && outcome.status < 300);
  const attempt = JSON.stringify([{ at: new Date().toISOString(), outcomes }]);
  await db.execute(sql`
    update local_stripe.events set
      attempts = attempts || ${attempt}::text::jsonb,
      claimed_until = null,
      copies = 1,
      delivered_at = case when ${isAccepted} then now() else delivered_at end,
      due_at = now() + ${retryDelayMs(event.tries)}::integer * interval '1 millisecond'
    where id = ${event.id}`);
  return isAccepted;
}

export function retryDelayMs(failedTries: number): number {
  return Math.min(250 * 2 ** failedTries, 60_000);
}

/** Returns Infinity if none is waiting. */
async function secondsUntilNextDue(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select extract(epoch from min(greatest(due_at, claimed_until)) - now())::float8 as seconds
    from local_stripe.events
    where delivered_at is null and not is_held and created_at > now() - ${giveUpAfter}::text::interval`);
  return Math.max(rows[0]?.seconds ?? Infinity, 0);
}
