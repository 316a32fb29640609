import type { users } from "@db/schema";
import type { Settings } from "../core/env";

const day = 24 * 60 * 60_000;
/** Days from an admin's first sign-in until the second factor is due. */
const deadlineDays = 7;

type Admin = Pick<typeof users.$inferSelect, "role" | "adminSignedInAt"> & { hasSecondFactor: boolean };

/**
 * Returns when an admin without a second factor is kept out of everything but its set-up; null for everybody else, in
 * demo mode, and before the first sign-in as an admin.
 */
export function secondFactorDueAt(
  { isLive }: Pick<Settings, "isLive">,
  { role, adminSignedInAt, hasSecondFactor }: Admin,
): Date | null {
  if (!isLive || role !== "admin" || hasSecondFactor || !adminSignedInAt) return null;
  return new Date(adminSignedInAt.getTime() + deadlineDays * day);
}

/** Returns the whole days left, at least 1 before the deadline and 0 after it. */
export const daysLeft = (dueAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((dueAt.getTime() - now.getTime()) / day));
