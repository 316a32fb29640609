import { and, desc, eq } from "drizzle-orm";
import { DateTime } from "luxon";
import { auditEntries } from "@db/schema";
import type { MemberContext } from "../core/context";

/** When the instructor opened the account, in the visitor's zone, and the reason she gave. */
export type Opening = { id: string; at: string; reason: string | null };

const mostShown = 20;

/** When the member's account was opened by the instructor, the latest first. */
export async function listOpenings({ db, user, visitor }: MemberContext): Promise<Opening[]> {
  const isAboutHer = and(eq(auditEntries.subjectType, "user"), eq(auditEntries.subjectId, user.id));
  const rows = await db
    .select()
    .from(auditEntries)
    .where(and(isAboutHer, eq(auditEntries.action, "user.impersonated")))
    .orderBy(desc(auditEntries.createdAt))
    .limit(mostShown);
  return rows.map(({ id, createdAt, reason }) => ({
    id,
    reason,
    at: DateTime.fromJSDate(createdAt, { zone: visitor.timeZone })
      .setLocale("en-US")
      .toFormat("LLLL d, yyyy 'at' h:mm a"),
  }));
}
