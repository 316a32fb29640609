import fc from "fast-check";
import { expect, test, type TestApp } from "../../support/test-app";
import {
  disableSessionLock,
  disableSessionLockInEdits,
  withoutCardProtection,
  withoutPassProtection,
  withoutTriggers,
} from "../../support/disabled-protections";
import { history } from "./steps";
import { takeHistory } from "./take-history";

/** One history in 5 to 30 fails without the protections. With 600 a test misses them less often than once in 10^8. */
const most = 600;
const timeout = 240_000;

/** Control runs: they show that the histories find what the locks and the trigger prevent. */
test("finds a place sold twice with the lock and the trigger off", { timeout }, async ({ app }) => {
  disableSessionLock(app);
  await withoutTriggers(app, () => expectFailure(app, /places taken/));
});

test("finds an edit that overwrites another when editing a session takes no lock", { timeout }, async ({ app }) => {
  disableSessionLockInEdits(app);
  await expectFailure(app, /versions of sessions|BR001|places would be taken/);
});

/** Random histories rarely get as far as the last credits at one moment, so this one leads there. */
const lastCredits = {
  rounds: [
    [{ kind: "buy pass", who: 0 } as const],
    [{ kind: "pay", nth: 0 } as const],
    [{ kind: "tell", order: "as it happened", times: 1 } as const],
    [{ kind: "rush by pass", who: 0, quantity: 2 } as const],
  ].map((steps) => ({ steps, crashAt: null })),
  places: [3, 5] as [number, number],
  doAllPay: false,
};

test("finds a credit taken twice with the lock on passes and the trigger off", { timeout }, async ({ app }) => {
  await takeHistory(app, lastCredits);
  await withoutPassProtection(app, () => expect(takeHistory(app, lastCredits)).rejects.toThrow("balance of a pass"));
});

const oneCardInTwoTabs = {
  rounds: [
    [{ kind: "buy card", who: 0 } as const],
    [{ kind: "pay", nth: 0 } as const],
    [{ kind: "tell", order: "as it happened", times: 1 } as const],
    [{ kind: "rush by card", who: 0 } as const],
  ].map((steps) => ({ steps, crashAt: null })),
  places: [3, 5] as [number, number],
  doAllPay: false,
};

test("finds a gift card that paid twice with its lock and its trigger off", { timeout }, async ({ app }) => {
  await takeHistory(app, oneCardInTwoTabs);
  await withoutCardProtection(app, () =>
    expect(takeHistory(app, oneCardInTwoTabs)).rejects.toThrow("balance of a gift card"),
  );
});

/** Runs histories until one fails as expected; other failures without the protection do not count. */
async function expectFailure(app: TestApp, expected: RegExp): Promise<void> {
  const takeOne = async (steps: Parameters<typeof takeHistory>[1]) => {
    try {
      await takeHistory(app, steps);
    } catch (error) {
      if (expected.test(String(error))) throw error;
    }
  };
  const result = await fc.check(fc.asyncProperty(history, takeOne), { numRuns: most, endOnFailure: true });
  expect(String(result.errorInstance)).toMatch(expected);
}
