import type { Queryable } from "@db/client";
import { auditEntries } from "@db/schema";
import type { Clock } from "../core/ports";

export const auditSubjects = [
  "session",
  "booking",
  "waitlist_entry",
  "purchase",
  "payment",
  "user",
  "recording",
  "collection",
  "resource",
  "category",
  "code",
  "settings",
  "email",
  "job",
] as const;
type AuditSubject = (typeof auditSubjects)[number];

/** What was done, as "booking.cancelled": the subject's type, then a verb in the past. */
export type AuditAction = `${AuditSubject}.${string}`;

/** Who acts: the signed-in user, or null for the site itself. */
type Actor = { clock: Clock; user: { id: string } | null };

/**
 * Records who did what, in the transaction that does it. `details` say what changed and are shown to admins: no secrets,
 * and no names or addresses of people.
 */
export async function audit(
  tx: Queryable,
  { clock, user }: Actor,
  action: AuditAction,
  subjectId: string,
  details?: Record<string, unknown>,
  reason?: string,
): Promise<void> {
  const subjectType = action.slice(0, action.indexOf("."));
  const actorId = user?.id ?? null;
  await tx
    .insert(auditEntries)
    .values({ actorId, action, subjectType, subjectId, details, reason, createdAt: clock.now() });
}
