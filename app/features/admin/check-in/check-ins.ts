import type { CheckedIn } from "@server/bookings/attendees/check-in";
import { addTap, deviceNow, removeTap, type UnsentCheckIn } from "./queue";
import type { KeptQueue } from "./kept-queue";
import type { Outcome } from "./post-check-in";

/** What a page shows of the check-ins made on this device. */
export type CheckInState = {
  unsent: UnsentCheckIn[];
  /** The server's answers since the script started, by booking. */
  saved: ReadonlyMap<string, CheckedIn>;
  /** Why the server has refused a check-in, by booking. */
  refused: ReadonlyMap<string, string>;
  /** Why check-ins stay unsent; null while they are on their way. */
  obstacle: "no connection" | "signed out" | null;
  /** Counts how often another tab has sent what was unsent here: its answers are not known here. */
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
  /** Sets whether an attendee is here, on screen at once and at the server as soon as can be. */
  set: (bookingId: string, isHere: boolean) => void;
  /** Tries to send what is unsent, unless a busy server has asked to wait; resolves in any case, with how many are left. */
  sendNow: () => Promise<number>;
  /** Takes up what another tab has changed. */
  reread: () => void;
};

export type CheckInParts = {
  queue: Pick<KeptQueue, "read" | "change">;
  post: (tap: UnsentCheckIn) => Promise<Outcome>;
  isOnline: () => boolean;
  /** Runs the work unless another tab is at it. */
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
    set(bookingId, isHere) {
      // Two taps within a millisecond keep their order.
      const latest = Math.max(0, ...queue.read().map(({ tappedAt }) => tappedAt));
      const tap = { bookingId, isHere, tappedAt: Math.max(deviceNow(), latest + 1) };
      queue.change((unsent) => addTap(unsent, tap));
      const refused = new Map(shown.read().refused);
      refused.delete(bookingId);
      shown.show({ refused });
      void sendNow();
    },
    sendNow,
    reread() {
      const { unsent, sentElsewhere } = shown.read();
      const left = new Set(queue.read().map(({ bookingId }) => bookingId));
      const isSent = unsent.some(({ bookingId }) => !left.has(bookingId));
      shown.show({ sentElsewhere: sentElsewhere + (isSent ? 1 : 0) });
    },
  };
}

type Shown = ReturnType<typeof keepState>;

/** Holds what pages show, and tells them of changes. */
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

/** Returns `sendNow`, which sends what is unsent, and tries again by itself while anything is left. */
function createSender({ queue, post, isOnline, exclusively }: CheckInParts, shown: Shown): () => Promise<number> {
  let round: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  /** In milliseconds: when a busy server wants to be asked again. */
  let notBefore = 0;
  let isWantedAgain = false;

  async function sendUntried(tried: Set<string>): Promise<void> {
    const isNew = ({ bookingId, tappedAt }: UnsentCheckIn) => !tried.has(`${bookingId} ${tappedAt}`);
    for (let tap = queue.read().find(isNew); tap; tap = queue.read().find(isNew)) {
      tried.add(`${tap.bookingId} ${tap.tappedAt}`);
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
      // By the clock a timer may be a little early.
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
      // Whatever it was, it must not be the last round.
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
    // A round that is about to end may have overlooked the newest tap.
    if (round) isWantedAgain = true;
    round ??= sendRounds();
    await round;
    return shown.read().unsent.length;
  }

  return sendNow;
}

/** Whether the server has decided on a check-in: it is not sent again. */
const isFinal = ({ kind }: Outcome) => kind === "saved" || kind === "refused";

const isRetriedAtOnce = (outcome: Outcome) => outcome.kind === "failed" && outcome.retryAfterMs === 0;

type Settled = { tap: UnsentCheckIn; outcome: Outcome };

/** Forgets a check-in that the server has decided on, and shows what has become of it. */
function settle(queue: Pick<KeptQueue, "change">, { read, show }: Shown, { tap, outcome }: Settled): void {
  if (isFinal(outcome)) queue.change((unsent) => removeTap(unsent, tap));
  if (outcome.kind === "saved") {
    show({ obstacle: null, saved: new Map(read().saved).set(tap.bookingId, outcome.checkedIn) });
  } else if (outcome.kind === "refused") {
    show({ refused: new Map(read().refused).set(tap.bookingId, outcome.message) });
  } else {
    show({ obstacle: outcome.kind === "signed_out" ? "signed out" : "no connection" });
  }
}
