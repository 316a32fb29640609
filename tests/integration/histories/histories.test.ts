import fc from "fast-check";
import { expect, test } from "../../support/test-app";
import { pickSeed } from "./seeds";
import { history, type History } from "./steps";
import { takeHistory } from "./take-history";

/** HISTORIES=3000 runs longer; HISTORY_SEED repeats a run, with the seed that a failure names. */
const histories = Number(process.env.HISTORIES ?? 12);
const kindsOf = ({ rounds }: History) => rounds.flatMap(({ steps }) => steps.map(({ kind }): string => kind));
const seed = Number(process.env.HISTORY_SEED ?? pickSeed(history, kindsOf, histories));

/** Catches a run that hangs, not a slow machine. */
const limit = 60_000 + histories * 5000;

test(
  "sells no place twice and keeps no money without a place in random histories",
  async ({ app }) => {
    const report = await fc.check(
      fc.asyncProperty(history, (steps) => takeHistory(app, steps)),
      { numRuns: histories, seed },
    );
    // The report names the seed and the shortest failing history.
    expect(report.failed, fc.defaultReportMessage(report)).toBe(false);
    expect(report.numRuns).toBe(histories);
  },
  limit,
);
