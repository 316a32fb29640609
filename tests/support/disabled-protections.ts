import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "drizzle-orm";
import type { Database } from "@db/client";
import { interceptStatements, createBarrier, stripRowLock as unlocked, disableRowLocks } from "./statements";

/** What keeps a place from being sold twice, taken away until the end of the test: for control runs. */
type Target = { db: Database };

/** Sessions are read without their lock. */
export const disableSessionLock = (app: Target): void => disableRowLocks(app, "live_sessions");

const edits = new AsyncLocalStorage<true>();

/** Marks an edit of a session as such, for `withoutLockInEdits`. */
export const asEdit = <Result>(edit: () => Result): Result => edits.run(true, edit);

/** Only what edits a session takes no lock. */
export function disableSessionLockInEdits(app: Target): void {
  interceptStatements(app, { rewrite: (text) => (edits.getStore() ? unlocked(text, ["live_sessions"]) : text) });
}

/** The lock is gone, and no transaction writes before all have counted the places. */
export function disableSessionLockUntilAllCounted(app: Target, racers: number): void {
  disableSessionLock(app);
  const allHaveCounted = createBarrier(racers);
  interceptStatements(app, { after: (text) => (isCountOfPlaces(text) ? allHaveCounted() : undefined) });
}

const isCountOfPlaces = (text: string) => text.includes("union all") && text.includes('from "session_waitlist"');

const guarded = ["session_bookings", "session_waitlist", "live_sessions"];

/** Every trigger that guards the places is off while the work goes on. */
export async function withoutTriggers({ db }: Target, work: () => Promise<void>): Promise<void> {
  const setTriggers = async (state: "enable" | "disable") => {
    for (const table of guarded) await db.execute(sql.raw(`alter table ${table} ${state} trigger user`));
  };
  await setTriggers("disable");
  try {
    await work();
  } finally {
    await setTriggers("enable");
  }
}

/** The lock is gone, and no hold is counted before all racers have inserted theirs. */
export function disableSessionLockUntilAllHold(app: Target, racers: number): void {
  disableSessionLock(app);
  const allHold = createBarrier(racers);
  interceptStatements(app, { after: (text) => (text.includes("graphile_worker.add_job(") ? allHold() : undefined) });
}
