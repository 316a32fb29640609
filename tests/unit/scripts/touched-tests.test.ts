import { expect, test } from "vitest";
import { touchedTests } from "../../../scripts/lib/touched-tests.mjs";

const waitlist = "tests/integration/selling/waitlist";

test("finds the tests of the changed domain, and those elsewhere that import the file", () => {
  const touched = touchedTests(["server/selling/waitlist/sweep-waitlist.ts"]);
  expect(touched).toContain(`${waitlist}/offers.test.ts`);
  expect(touchedTests(["server/core/revision.ts"])).toContain("tests/integration/http/finished-pages-race.test.ts");
});

test("finds a changed test, and the tests that use a changed support file", () => {
  expect(touchedTests([`${waitlist}/races.test.ts`])).toEqual([`${waitlist}/races.test.ts`]);
  expect(touchedTests(["tests/support/moves.ts"])).toContain(
    "tests/integration/selling/bookings/move/move-race.test.ts",
  );
});

test("finds few tests for a file that all of them reach", () => {
  expect(touchedTests(["server/http/app.ts", "docs/how-to.md"]).length).toBeLessThan(5);
});
