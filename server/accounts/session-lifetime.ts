import type { userSessions } from "@db/schema";
import type { SessionUser } from "../core/context";

const minute = 60_000;
const day = 24 * 60 * minute;

/** A session ends after this many days without a visit. */
export const slidingDays = 30;
/** A session ends this many days after its sign-in, however often it is used. */
const absoluteDays = { member: 90, admin: 7 } as const satisfies Record<SessionUser["role"], number>;
/** How long a sign-in waits for the second factor. */
const incompleteMinutes = 15;

type Session = Pick<typeof userSessions.$inferSelect, "createdAt" | "expiresAt" | "isComplete">;

/** Returns when a session ends if it is not used again. `role` is what its account is now. */
export function sessionEnd({ createdAt, expiresAt, isComplete }: Session, role: SessionUser["role"]): Date {
  const longest = isComplete ? absoluteDays[role] * day : incompleteMinutes * minute;
  return new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + longest));
}
