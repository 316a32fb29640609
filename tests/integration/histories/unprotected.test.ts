import fc from "fast-check";
import { expect, test, type TestApp } from "../../support/test-app";
import { withoutLock, withoutLockInEdits, withoutTriggers } from "../../support/unprotected";
import { history } from "./steps";
import { takeHistory } from "./take-history";

/** Controls: they show that the histories do find what the locks and the trigger keep from happening. */
test("finds a place sold twice with the lock and the trigger off", async ({ app }) => {
  withoutLock();
  await withoutTriggers(app, async () => expect(await firstFailure(app)).toMatch(/places taken/));
});

test("finds an edit that overwrites another when editing a session takes no lock", async ({ app }) => {
  withoutLockInEdits();
  expect(await firstFailure(app)).toMatch(/versions of sessions|BR001|places would be taken/);
});

/** Takes histories until one fails; returns what it failed with. */
async function firstFailure(app: TestApp): Promise<string> {
  const { errorInstance } = await fc.check(
    fc.asyncProperty(history, (one) => takeHistory(app, one)),
    { numRuns: 60, endOnFailure: true },
  );
  return String(errorInstance);
}
