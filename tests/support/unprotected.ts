import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "drizzle-orm";
import type { Database } from "@db/client";
import { changeStatements, meetingOf, withoutLock as unlocked, withoutRowLocks } from "./statements";

/** What keeps a place from being sold twice, taken away until the end of the test: for control runs. */
type Target = { db: Database };

/** Sessions are read without their lock. */
export const withoutLock = (app: Target): void => withoutRowLocks(app, "live_sessions");

const edits = new AsyncLocalStorage<true>();

/** Marks an edit of a session as such, for `withoutLockInEdits`. */
export const asEdit = <Result>(edit: () => Result): Result => edits.run(true, edit);

/** Only what edits a session takes no lock. */
export function withoutLockInEdits(app: Target): void {
  changeStatements(app, { rewrite: (text) => (edits.getStore() ? unlocked(text, ["live_sessions"]) : text) });
}

/** The lock is gone, and no transaction writes before all have counted the places. */
export function withoutLockUntilAllHaveCounted(app: Target, racers: number): void {
  withoutLock(app);
  const allHaveCounted = meetingOf(racers);
  changeStatements(app, { after: (text) => (isCountOfPlaces(text) ? allHaveCounted() : undefined) });
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
export function withoutLockUntilAllHold(app: Target, racers: number): void {
  withoutLock(app);
  const allHold = meetingOf(racers);
  changeStatements(app, { after: (text) => (text.includes("graphile_worker.add_job(") ? allHold() : undefined) });
}
