import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, vi } from "vitest";
import * as locking from "@server/bookings/lock-session";
import { requireSession } from "@server/schedule/require-session";
import { expect, test } from "../../support/test-app";
import { history } from "./steps";
import { takeHistory } from "./take-history";

vi.mock("@server/bookings/lock-session", { spy: true });
afterEach(() => void vi.resetAllMocks());

/** The twin: it shows that the histories do find what the lock and the trigger keep from happening. */
test("with the lock and the trigger off, a place is sold twice before long", async ({ app }) => {
  vi.mocked(locking.lockSession).mockImplementation((tx, id) => requireSession(tx, id));
  const protectedTables = ["session_bookings", "session_waitlist", "live_sessions"];
  const setTriggers = async (state: "enable" | "disable") => {
    for (const table of protectedTables) {
      await app.db.execute(sql.raw(`alter table ${table} ${state} trigger user`));
    }
  };
  await setTriggers("disable");
  try {
    const told = await fc.check(
      fc.asyncProperty(history, (one) => takeHistory(app, one)),
      { numRuns: 60, endOnFailure: true },
    );
    expect(told.failed).toBe(true);
    expect(String(told.errorInstance)).toMatch(/places taken/);
  } finally {
    await setTriggers("enable");
  }
});
