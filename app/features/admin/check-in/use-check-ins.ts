import { useEffect, useSyncExternalStore } from "react";
import { createCheckIns, noCheckIns, type CheckIns, type CheckInState } from "./check-ins";
import { inOneTab } from "./in-one-tab";
import { keepQueue } from "./kept-queue";
import { postCheckIn } from "./post-check-in";

const started = new Map<string, CheckIns>();

/** Returns the one sender of an account's check-ins on this page, started with the first call. */
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

/** An account's check-ins: nothing in the server's HTML, then whatever this device holds. */
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
