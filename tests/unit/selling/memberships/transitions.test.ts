import { isRevivable, mayBecome, type MembershipState } from "@server/selling/memberships/transitions";
import { expect, test } from "vitest";

const states: MembershipState[] = ["pending", "active", "paused", "past_due", "cancelled", "expired"];

/** From the state on the left to that above: x where it may follow. */
const table: Record<MembershipState, string> = {
  //          pen act pau due can exp
  pending: "  .   x   .   .   x   x",
  active: "   .   .   x   x   x   x",
  paused: "   .   x   .   .   x   x",
  past_due: " .   x   .   .   x   x",
  cancelled: ".   x   x   .   .   .",
  expired: "  .   x   .   .   .   .",
};

const now = new Date("2026-11-27T10:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

test.each(states)("says which states may follow %s", (from) => {
  const endedAt = from === "expired" ? daysAgo(1) : null;
  const row = states.map((to) => (mayBecome({ state: from, endedAt }, to, now) ? "x" : "."));
  expect(row.join("")).toBe(table[from].replaceAll(" ", ""));
});

test.each([
  ["expired", 29, true],
  ["expired", 30, true],
  ["expired", 31, false],
  ["cancelled", 1, false],
] as const)("lets one that is %s since %i days come back: %s", (state, days, isBack) => {
  expect(isRevivable({ state, endedAt: daysAgo(days) }, now)).toBe(isBack);
  expect(mayBecome({ state, endedAt: daysAgo(days) }, "active", now)).toBe(isBack);
});
