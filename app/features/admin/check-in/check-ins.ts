import type { CheckInResult } from "@server/selling/bookings/attendees/check-in";
import type { Outcome } from "./post-check-in";
import { addTap, deviceNow, type KeptQueue, removeTap, type UnsentCheckIn } from "./queue";

export type CheckInState = {
  unsent: UnsentCheckIn[];
  /** The server's answers since the script started, by ticket. */
  saved: ReadonlyMap<string, CheckInResult>;
  /** The reasons of refused check-ins, by ticket. */
  refused: ReadonlyMap<string, string>;
  /** Why check-ins stay unsent; null while they are being sent. */
  obstacle: "no connection" | "signed out" | null;
  /** Counts queues sent by another tab, whose answers are not known here. */
  sentElsewhere: number;
};

export const noCheckIns: CheckInState = {
  unsent: [],
  saved: new Map(),
  refused: new Map(),
  obstacle: null,
  sentElsewhere: 0,
};

export type CheckIns = {
  state: () => CheckInState;
  subscribe: (listener: () => void) => () => void;
  set: (ticketId: string, isHere: boolean, sessionId: string) => void;
  /** Sends what is unsent unless the server has asked to wait. Never rejects; resolves with the number left. */
  sendNow: () => Promise<number>;
  reread: () => void;
};

export type CheckInParts = {
  queue: Pick<KeptQueue, "read" | "change">;
  post: (tap: UnsentCheckIn) => Promise<Outcome>;
  isOnline: () => boolean;
  exclusively: (work: () => Promise<void>) => Promise<void>;
};

const firstRetryMs = 1000;
const longestRetryMs = 60_000;

/** Keeps an account's check-ins until the server confirms them, and sends them one at a time, the oldest first. */
export function createCheckIns(parts: CheckInParts): CheckIns {
  const { queue } = parts;
  const shown = keepState(queue);
  const sendNow = createSender(parts, shown);
  return {
    state: shown.read,
    subscribe: shown.subscribe,
    set(ticketId, isHere, sessionId) {
      // Keeps the order of two taps within one millisecond.
      const latest = Math.max(0, ...queue.read().map(({ tappedAt }) => tappedAt));
      const tap = { ticketId, sessionId, isHere, tappedAt: Math.max(deviceNow(), latest + 1) };
      queue.change((unsent) => addTap(unsent, tap));
      const refused = new Map(shown.read().refused);
      refused.delete(ticketId);
      shown.show({ refused });
      void sendNow();
    },
    sendNow,
    reread() {
      const { unsent, sentElsewhere } = shown.read();
      const left = new Set(queue.read().map(({ ticketId }) => ticketId));
      const isSent = unsent.some(({ ticketId }) => !left.has(ticketId));
      shown.show({ sentElsewhere: sentElsewhere + (isSent ? 1 : 0) });
    },
  };
}

type ShownState = ReturnType<typeof keepState>;

function keepState(queue: Pick<KeptQueue, "read">) {
  const listeners = new Set<() => void>();
  let state: CheckInState = { ...noCheckIns, unsent: queue.read() };
  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show: (change: Partial<CheckInState> = {}) => {
      state = { ...state, ...change, unsent: queue.read() };
      if (state.unsent.length === 0) state.obstacle = null;
      for (const listener of listeners) listener();
    },
  };
}

/** Returns `sendNow`, which also retries by itself while anything is left. */
function createSender({ queue, post, isOnline, exclusively }: CheckInParts, shown: ShownState): () => Promise<number> {
  let round: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  /** The earliest time of the next request that the server accepts, in milliseconds. */
  let notBefore = 0;
  let isWantedAgain = false;

  async function sendUntried(tried: Set<string>): Promise<void> {
    const isNew = ({ ticketId, tappedAt }: UnsentCheckIn) => !tried.has(`${ticketId} ${tappedAt}`);
    for (let tap = queue.read().find(isNew); tap; tap = queue.read().find(isNew)) {
      tried.add(`${tap.ticketId} ${tap.tappedAt}`);
      const outcome: Outcome = isOnline() ? await post(tap) : { kind: "unanswered" };
      if (outcome.kind === "failed") notBefore = Math.max(notBefore, deviceNow() + outcome.retryAfterMs);
      if (isFinal(outcome)) failures = 0;
      settle(queue, shown, { tap, outcome });
      if (!isFinal(outcome) && !isRetriedAtOnce(outcome)) break;
    }
  }

  function scheduleRetry(): void {
    clearTimeout(timer);
    if (queue.read().length === 0) return;
    const backOffMs = Math.min(firstRetryMs * 2 ** failures, longestRetryMs);
    failures += 1;
    sendIn(Math.max(backOffMs, notBefore - deviceNow()));
  }

  function sendIn(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // A timer may fire slightly early by the clock.
      notBefore = 0;
      void sendNow();
    }, delayMs);
  }

  const isTooEarly = () => deviceNow() < notBefore;

  async function sendRounds(): Promise<void> {
    const tried = new Set<string>();
    try {
      do {
        isWantedAgain = false;
        await exclusively(() => sendUntried(tried));
      } while (isWantedAgain && !isTooEarly());
    } catch {
      // An unknown error must not stop further rounds.
      shown.show({ obstacle: "no connection" });
    } finally {
      round = null;
      scheduleRetry();
      shown.show();
    }
  }

  async function sendNow(): Promise<number> {
    if (!round && isTooEarly()) {
      sendIn(notBefore - deviceNow());
      return shown.read().unsent.length;
    }
    clearTimeout(timer);
    // A round that is about to end may have missed the newest tap.
    if (round) isWantedAgain = true;
    round ??= sendRounds();
    await round;
    return shown.read().unsent.length;
  }

  return sendNow;
}

const isFinal = ({ kind }: Outcome) => kind === "saved" || kind === "refused";

const isRetriedAtOnce = (outcome: Outcome) => outcome.kind === "failed" && outcome.retryAfterMs === 0;

type SettledTap = { tap: UnsentCheckIn; outcome: Outcome };

function settle(queue: Pick<KeptQueue, "change">, { read, show }: ShownState, { tap, outcome }: SettledTap): void {
  if (isFinal(outcome)) queue.change((unsent) => removeTap(unsent, tap));
  if (outcome.kind === "saved") {
    show({ obstacle: null, saved: new Map(read().saved).set(tap.ticketId, outcome.checkedIn) });
  } else if (outcome.kind === "refused") {
    show({ refused: new Map(read().refused).set(tap.ticketId, outcome.message) });
  } else {
    show({ obstacle: outcome.kind === "signed_out" ? "signed out" : "no connection" });
  }
}

type Arrival = { id: string; checkedInAt: string | null };
type Counts = { here: number; booked: number };

/** The server's state of a session's attendees at `readAt`, in milliseconds. */
type Arrivals = { arrivals: Arrival[]; counts: Counts; readAt: number };

export type Standing = {
  isHere: boolean;
  /** "6:02 PM"; null for an absent attendee and for an unsaved check-in. */
  since: string | null;
  isUnsent: boolean;
  refusal: string | null;
};

/** Returns an attendee's state: as last tapped here, else as last known by the server. */
export function standingOf(arrival: Arrival, readAt: number, state: CheckInState): Standing {
  const known = knownOf(arrival, readAt, state);
  const unsent = state.unsent.find(({ ticketId }) => ticketId === arrival.id);
  return {
    isHere: unsent?.isHere ?? known.checkedInAt !== null,
    since: unsent ? null : known.checkedInAt,
    isUnsent: unsent !== undefined,
    refusal: state.refused.get(arrival.id) ?? null,
  };
}

/** Counts present attendees, including unsaved taps. */
export function countHere({ arrivals, counts, readAt }: Arrivals, state: CheckInState): Counts {
  const newer = arrivals.flatMap(({ id }) => state.saved.get(id) ?? []).filter(({ savedAt }) => savedAt > readAt);
  const newest = newer.sort((a, b) => b.savedAt - a.savedAt)[0]?.counts ?? counts;
  const changes = arrivals.map((arrival) => {
    const wasHere = knownOf(arrival, readAt, state).checkedInAt !== null;
    return Number(standingOf(arrival, readAt, state).isHere) - Number(wasHere);
  });
  return { ...newest, here: newest.here + changes.reduce((sum, change) => sum + change, 0) };
}

function knownOf(arrival: Arrival, readAt: number, { saved }: CheckInState): Pick<Arrival, "checkedInAt"> {
  const answer = saved.get(arrival.id);
  return answer && answer.savedAt > readAt ? answer : arrival;
}
