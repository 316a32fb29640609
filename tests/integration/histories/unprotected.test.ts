import fc from "fast-check";
import { expect, test, type TestApp } from "../../support/test-app";
import {
  disableSessionLock,
  disableSessionLockInEdits,
  withoutCardProtection,
  withoutPassProtection,
  withoutTriggers,
} from "../../support/disabled-protections";
import { history, type History, type Step } from "./steps";
import { takeHistory } from "./take-history";

/** One history in 5 to 30 fails without the protections. With 600 a test misses them less often than once in 10^8. */
const most = 600;
const timeout = 240_000;

/** Lead to what random histories only meet now and then. They come first, several times: not every race is lost. */
const lastPlace = historyOf({ kind: "rush", session: 0, visitors: 4, code: "none", quantity: 1 });
const twoWindows = historyOf({ kind: "edit in two windows", session: 0, places: 2, hours: 0 });
const repeated = 20;

/** Control runs: they show that the histories find what the locks and the trigger prevent. */
test("finds a place sold twice with the lock and the trigger off", { timeout }, async ({ app }) => {
  disableSessionLock(app);
  await withoutTriggers(app, () => expectFailure(app, /places taken/, lastPlace));
});

const lastDates = historyOf({ kind: "rush to courses", visitors: 4 });

test("finds a date of two courses sold twice with the lock and the trigger off", { timeout }, async ({ app }) => {
  disableSessionLock(app);
  await withoutTriggers(app, () => expectFailure(app, /places taken/, lastDates));
});

test("finds an edit that overwrites another when editing a session takes no lock", { timeout }, async ({ app }) => {
  disableSessionLockInEdits(app);
  await expectFailure(app, /versions of sessions|BR001|places would be taken/, twoWindows);
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
  await withoutPassProtection(app, () => expectFailure(app, /balance of a pass/, lastCredits));
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
  await withoutCardProtection(app, () => expectFailure(app, /balance of a gift card/, oneCardInTwoTabs));
});

function historyOf(step: Step): History {
  return { rounds: [{ steps: [step], crashAt: null }], places: [1, 3], doAllPay: false };
}

/** Runs histories until one fails as expected; other failures without the protection do not count. */
async function expectFailure(app: TestApp, expected: RegExp, first: History): Promise<void> {
  const takeOne = async (steps: History) => {
    try {
      await takeHistory(app, steps);
    } catch (error) {
      if (expected.test(String(error))) throw error;
    }
  };
  const examples = Array.from({ length: repeated }, (): [History] => [first]);
  const result = await fc.check(fc.asyncProperty(history, takeOne), { numRuns: most, endOnFailure: true, examples });
  expect(String(result.errorInstance)).toMatch(expected);
}
