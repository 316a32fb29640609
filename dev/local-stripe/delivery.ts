import type { Database } from "@db/client";
import type { Log } from "@server/core/log";
import { claimDueEvents, claimEvent, recordAttempt, secondsUntilNextDue, type ClaimedEvent } from "./delivery-queue";
import { postEvent, type Endpoint } from "./post-event";

export type Delivery = {
  /** Looks for events to send at once, instead of at the next round. */
  wake(): void;
  /** Sends one event now, whether held or due or neither, and waits for the answer. */
  send(id: string, copies: number): Promise<void>;
  /** Sends nothing more; resolves when what is under way has been answered. */
  stop(): Promise<void>;
};

/** More than a few at once would only queue up at the receiver, which is this very process in most cases. */
const maximumInFlight = 8;

/** How often to look for events that another process wrote and did not live to send. */
const roundSeconds = 2;
const shortestPauseSeconds = 0.05;

/**
 * Sends events to the endpoint until it answers 2xx, from any number of processes on one database: each event is
 * claimed by one of them for a while, and is free again if that one dies. Ends with `stop()`.
 */
export function startDelivery(db: Database, endpoint: Endpoint, log: Log): Delivery {
  const inFlight = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let isRoundWanted = false;
  let isStopped = false;

  function track(work: Promise<void>): Promise<void> {
    const tracked: Promise<void> = work
      .catch((error: unknown) => log.error({ err: error }, "local Stripe: an event was sent, but not noted as sent"))
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
