import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "drizzle-orm";
import type { Database } from "@db/client";
import { interceptStatements, createBarrier, stripRowLock as unlocked, disableRowLocks } from "./statements";

/** For control runs: removes a protection against overselling until the end of the test. */
type Target = { db: Database };

export const disableSessionLock = (app: Target): void => disableRowLocks(app, "live_sessions");

const edits = new AsyncLocalStorage<true>();

/** Marks an edit of a session for `disableSessionLockInEdits`. */
export const asEdit = <Result>(edit: () => Result): Result => edits.run(true, edit);

export function disableSessionLockInEdits(app: Target): void {
  interceptStatements(app, { rewrite: (text) => (edits.getStore() ? unlocked(text, ["live_sessions"]) : text) });
}

/** Removes the lock and lets no transaction write before all have counted the places and unpaid holds. */
export function disableSessionLockUntilAllCounted(app: Target, racers: number): void {
  disableSessionLock(app);
  const allHaveCounted = createBarrier(racers);
  interceptStatements(app, { after: (text) => (isCountOfPlaces(text) ? allHaveCounted() : undefined) });
}

const isCountOfPlaces = (text: string) => text.includes("union all") && text.includes('from "session_waitlist"');

const guards = {
  session_bookings: ["on_insert", "on_update", "on_more_tickets"].map((when) => `session_bookings_capacity_${when}`),
  session_waitlist: [
    ...["on_insert", "on_update", "on_more_tickets"].map((when) => `session_waitlist_capacity_${when}`),
    "session_waitlist_dates_capacity",
  ],
  waitlist_dates: ["waitlist_dates_capacity"],
  live_sessions: ["live_sessions_capacity"],
};

/** Disables every trigger that guards the places during `work`. */
export async function withoutTriggers({ db }: Target, work: () => Promise<void>): Promise<void> {
  const setTriggers = async (state: "enable" | "disable") => {
    for (const [table, triggers] of Object.entries(guards)) {
      for (const trigger of triggers) await db.execute(sql.raw(`alter table ${table} ${state} trigger ${trigger}`));
    }
  };
  await setTriggers("disable");
  try {
    await work();
  } finally {
    await setTriggers("enable");
  }
}

/** Takes a constraint of a table away during `work`; afterwards the rows that it would refuse go. */
export async function withoutConstraint(
  { db }: Target,
  { table, constraint }: { table: string; constraint: string },
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await db.execute<{ definition: string }>(
    sql`select pg_get_constraintdef(oid) as definition from pg_constraint where conname = ${constraint}`,
  );
  await db.execute(sql.raw(`alter table ${table} drop constraint ${constraint}`));
  try {
    await work();
  } finally {
    await db.execute(sql.raw(`delete from ${table}`));
    await db.execute(sql.raw(`alter table ${table} add constraint ${constraint} ${rows[0]?.definition}`));
  }
}

/** Removes the lock on passes and the trigger that keeps their balance from falling below 0 during `work`. */
export async function withoutPassProtection(app: Target, work: () => Promise<void>): Promise<void> {
  disableRowLocks(app, "passes");
  await app.db.execute(sql`alter table credit_entries disable trigger credit_entries_balance`);
  try {
    await work();
  } finally {
    await app.db.execute(sql`alter table credit_entries enable trigger credit_entries_balance`);
  }
}

/** Runs `work` without the lock on gift cards and the trigger that keeps their balances from falling below 0. */
export async function withoutCardProtection(app: Target, work: () => Promise<void>): Promise<void> {
  disableRowLocks(app, "gift_cards");
  await app.db.execute(sql`alter table gift_card_entries disable trigger gift_card_entries_balance`);
  try {
    await work();
  } finally {
    await app.db.execute(sql`alter table gift_card_entries enable trigger gift_card_entries_balance`);
  }
}
