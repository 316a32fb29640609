import type { Database } from "@db/client";
import type { Log } from "@server/core/log";
import Stripe from "stripe";
import {
  claimDueEvents,
  type ClaimedEvent,
  claimEvent,
  type Outcome,
  recordAttempt,
  secondsUntilNextDue,
} from "./delivery-queue";

export type Delivery = {
  wake(): void;
  send(id: string, copies: number): Promise<void>;
  /** Resolves when the pending requests have been answered. */
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

type Delivering = { db: Database; endpoint: Endpoint; log: Log };

async function deliver({ db, endpoint, log }: Delivering, event: ClaimedEvent): Promise<void> {
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
