import type { Queryable } from "@db/client";
import { auditEntries } from "@db/schema";

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
export type AuditSubject = (typeof auditSubjects)[number];

type AuditEntry = {
  /** Null: the site itself. */
  actorId: string | null;
  /** What was done, as "booking.cancelled": its subject, then a verb in the past. */
  action: string;
  subjectType: AuditSubject;
  subjectId: string;
  /** What changed, fit to be shown: no secrets, and no names or addresses of people. */
  details?: Record<string, unknown>;
  reason?: string | undefined;
};

/** Writes down who did what by hand, in the transaction that does it. */
export async function recordAudit(tx: Queryable, entry: AuditEntry, now: Date): Promise<void> {
  await tx.insert(auditEntries).values({ ...entry, createdAt: now });
}
