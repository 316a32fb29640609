import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "drizzle-orm";
import { vi } from "vitest";
import type { Database } from "@db/client";
import * as locking from "@server/schedule/find-session";
import { requireSession } from "@server/schedule/find-session";
import * as jobs from "@server/jobs/enqueue-job";
import * as places from "@server/schedule/places";
import * as editing from "@server/sessions/edit-session";

/**
 * What keeps a place from being sold twice, taken away until the end of the test: for tests that show that it is needed.
 */

export function withoutLock(): void {
  vi.spyOn(locking, "lockSession").mockImplementation((tx, id) => requireSession(tx, id));
}

/** Only what edits a session takes no lock. */
export function withoutLockInEdits(): void {
  const { lockSession } = locking;
  const { editSession } = editing;
  const edits = new AsyncLocalStorage<true>();
  vi.spyOn(locking, "lockSession").mockImplementation((tx, id) =>
    edits.getStore() ? requireSession(tx, id) : lockSession(tx, id),
  );
  vi.spyOn(editing, "editSession").mockImplementation((...edit) => edits.run(true, () => editSession(...edit)));
}

/** The lock is gone, and nobody writes before all have counted. */
export function withoutLockUntilAllHaveCounted(racers: number): void {
  withoutLock();
  let waiting = 0;
  let open = () => {};
  const allHaveCounted = new Promise<void>((resolve) => (open = resolve));
  vi.spyOn(places, "countPlacesOf").mockImplementation(async (db, id) => {
    const counted = (await places.countPlaces(db, [id])).get(id) ?? { taken: 0, booked: 0 };
    waiting += 1;
    if (waiting === racers) open();
    await allHaveCounted;
    return counted;
  });
}

const guarded = ["session_bookings", "session_waitlist", "live_sessions"];

/** Every trigger that guards the places is off while the work goes on. */
export async function withoutTriggers({ db }: { db: Database }, work: () => Promise<void>): Promise<void> {
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
export function withoutLockUntilAllHold(racers: number): void {
  withoutLock();
  const { enqueueJob } = jobs;
  let waiting = 0;
  let open = () => {};
  const allHold = new Promise<void>((resolve) => (open = resolve));
  vi.spyOn(jobs, "enqueueJob").mockImplementation(async (...job) => {
    await enqueueJob(...job);
    waiting += 1;
    if (waiting === racers) open();
    await allHold;
  });
}
