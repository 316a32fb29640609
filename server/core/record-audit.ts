import type { Queryable } from "@db/client";
import { auditEntries, productKind } from "@db/schema";
import type { Clock } from "./services";

export const auditSubjects = [
  "session",
  "booking",
  "waitlist_entry",
  "withdrawal",
  "purchase",
  "payment",
  "user",
  "person",
  "recording",
  ...productKind.enumValues,
  "offer",
  "category",
  "code",
  "settings",
  "page",
  "testimonial",
  "backup",
  "import",
  "export",
  "email",
  "job",
  "newsletter",
] as const;
type AuditSubject = (typeof auditSubjects)[number];

export type AuditAction = `${AuditSubject}.${string}`;

/** `user` is null when the site itself acts. */
type Actor = { clock: Clock; user: { id: string } | null };

/** Records an action. `details` are shown to admins and must not contain secrets or personal data. */
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
