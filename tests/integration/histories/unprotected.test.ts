import fc from "fast-check";
import { expect, test } from "../../support/test-app";
import { withoutLock, withoutTriggers } from "../../support/unprotected";
import { history } from "./steps";
import { takeHistory } from "./take-history";

/** The twin: it shows that the histories do find what the lock and the trigger keep from happening. */
test("with the lock and the trigger off, a place is sold twice before long", async ({ app }) => {
  withoutLock();
  await withoutTriggers(app, async () => {
    const told = await fc.check(
      fc.asyncProperty(history, (one) => takeHistory(app, one)),
      { numRuns: 60, endOnFailure: true },
    );
    expect(told.failed).toBe(true);
    expect(String(told.errorInstance)).toMatch(/places taken/);
  });
});
