import fc from "fast-check";
import { expect, test, type TestApp } from "../../support/test-app";
import { disableSessionLock, disableSessionLockInEdits, withoutTriggers } from "../../support/disabled-protections";
import { history } from "./steps";
import { takeHistory } from "./take-history";

/** Controls: they show that the histories do find what the locks and the trigger keep from happening. */
test("finds a place sold twice with the lock and the trigger off", async ({ app }) => {
  disableSessionLock(app);
  await withoutTriggers(app, () => expectFailure(app, /places taken/));
});

test("finds an edit that overwrites another when editing a session takes no lock", async ({ app }) => {
  disableSessionLockInEdits(app);
  await expectFailure(app, /versions of sessions|BR001|places would be taken/);
});

/** Takes histories until one fails as expected; what else goes wrong without the protection does not count. */
async function expectFailure(app: TestApp, expected: RegExp): Promise<void> {
  const takeOne = async (one: Parameters<typeof takeHistory>[1]) => {
    try {
      await takeHistory(app, one);
    } catch (error) {
      if (expected.test(String(error))) throw error;
    }
  };
  const result = await fc.check(fc.asyncProperty(history, takeOne), { numRuns: 60, endOnFailure: true });
  expect(String(result.errorInstance)).toMatch(expected);
}
