import { expect, test } from "vitest";
import { daysLeft, secondFactorDueAt } from "@server/accounts/accounts";
import { sessionEnd } from "@server/accounts/account-sessions";

const day = 24 * 60 * 60_000;
const createdAt = new Date("2026-03-01T12:00:00Z");
const after = (days: number) => new Date(createdAt.getTime() + days * day);

test.each([
  ["a member's session ends at its own expiry", "member", 30, true, 30],
  ["a member's session ends 90 days after sign-in at the latest", "member", 119, true, 90],
  ["an admin's session ends 7 days after sign-in", "admin", 30, true, 7],
  ["an admin's session that expires earlier keeps its expiry", "admin", 3, true, 3],
  ["a sign-in awaiting its second factor ends after 15 minutes", "admin", 30, false, 15 / (24 * 60)],
] as const)("%s", (_title, role, expiresAfter, isComplete, endsAfter) => {
  expect(sessionEnd({ createdAt, expiresAt: after(expiresAfter), isComplete }, role)).toEqual(after(endsAfter));
});

const live = { isLive: true };
const admin = { role: "admin", hasSecondFactor: false, adminSignedInAt: createdAt } as const;

test("a live admin without a second factor has seven days from the first sign-in", () => {
  expect(secondFactorDueAt(live, admin)).toEqual(after(7));
});

test.each([
  ["in demo mode", { isLive: false }, admin],
  ["for members", live, { ...admin, role: "member" as const }],
  ["with a second factor", live, { ...admin, hasSecondFactor: true }],
  ["before the first sign-in", live, { ...admin, adminSignedInAt: null }],
])("there is no deadline %s", (_title, settings, who) => {
  expect(secondFactorDueAt(settings, who)).toBeNull();
});

test.each([
  [0, 7],
  [0.01, 7],
  [6, 1],
  [6.99, 1],
  [7, 0],
  [9, 0],
])("%d days after the first sign-in %d days are left", (passed, left) => {
  expect(daysLeft(after(7), after(passed))).toBe(left);
});
