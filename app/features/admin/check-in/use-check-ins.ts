import { useEffect, useSyncExternalStore } from "react";
import { type CheckIns, type CheckInState, createCheckIns, noCheckIns } from "./check-ins";
import { keepQueue } from "./queue";
import { postCheckIn } from "./post-check-in";

const started = new Map<string, CheckIns>();

/** Returns the page's only sender of an account's check-ins; the first call starts it. */
export function checkInsOf(accountId: string): CheckIns {
  const existing = started.get(accountId);
  if (existing) return existing;
  const queue = keepQueue(accountId);
  const checkIns = createCheckIns({
    queue,
    post: (tap) => postCheckIn(accountId, tap),
    isOnline: () => navigator.onLine,
    exclusively: (work) => inOneTab(`check-ins:${accountId}`, work, navigator),
  });
  started.set(accountId, checkIns);
  queue.onForeignChange(checkIns.reread);
  const send = () => {
    if (!document.hidden && checkIns.state().unsent.length > 0) void checkIns.sendNow();
  };
  window.addEventListener("online", send);
  window.addEventListener("pageshow", send);
  document.addEventListener("visibilitychange", send);
  send();
  return checkIns;
}

/** Returns an account's check-ins; none in the server's HTML, because they are stored on the device. */
export function useCheckIns(accountId: string | null): CheckInState {
  return useSyncExternalStore(
    (listener) => (accountId === null ? () => undefined : checkInsOf(accountId).subscribe(listener)),
    () => (accountId === null ? noCheckIns : checkInsOf(accountId).state()),
    () => noCheckIns,
  );
}

/** Sends what an earlier page has left unsent. */
export function useCheckInSender(accountId: string | null): void {
  useEffect(() => {
    if (accountId !== null) checkInsOf(accountId);
  }, [accountId]);
}

type Locks = Pick<LockManager, "request">;

/** Skips the work while another tab does it. Without browser locks both may: the server accepts it once. */
export async function inOneTab(
  name: string,
  work: () => Promise<void>,
  { locks }: { locks?: Locks | undefined },
): Promise<void> {
  // Missing if the site is served without TLS.
  if (!locks) return work();
  let isAnswered = false;
  const workWith = async (lock: Lock | null) => {
    isAnswered = true;
    if (lock) await work();
  };
  try {
    await locks.request(name, { ifAvailable: true }, workWith);
  } catch (error) {
    if (isAnswered) throw error;
    await work();
  }
}
