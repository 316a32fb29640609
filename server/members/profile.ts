import { auditEntries, users } from "@db/schema";
import { one } from "@db/one";
import { and, desc, eq } from "drizzle-orm";
import { isThere } from "../accounts/accounts";
import type { MemberContext } from "../core/context";
import { DomainError } from "../core/errors";
import type { Currency } from "../core/money";
import { shortMoment, timeZones } from "../core/dates";
import { isSuppressed, liftSuppressions, suppress } from "../mail/unsubscribe";
import type { ProfileForm } from "./profile-schemas";

/** What a member can change about herself, and from what she can choose. */
export async function getProfile({ db, user }: MemberContext) {
  const account = one(await db.select().from(users).where(eq(users.id, user.id)), "account");
  const { fullName, email, subscriptionStatus, timeZone, currency, hasReminders } = account;
  return {
    fullName,
    email,
    /** As it is shown: "Free". */
    subscription: capitalised(subscriptionStatus.trim() || "free"),
    timeZone,
    currency,
    hasReminders,
    /** No announcements go to this address. */
    isUnsubscribed: await isSuppressed(db, email),
    /** The chosen one is among them, whatever list it was chosen from. */
    timeZones: timeZone && !timeZones.includes(timeZone) ? [...timeZones, timeZone].sort() : [...timeZones],
  };
}

export type Profile = Awaited<ReturnType<typeof getProfile>>;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Keeps what a member says of herself, for all her devices. What was booked before keeps the name it was booked in.
 * Throws unauthenticated where the account was deleted meanwhile.
 */
export async function updateProfile({ db, user }: MemberContext, profile: ProfileForm): Promise<void> {
  const [updated] = await db
    .update(users)
    .set(profile)
    .where(and(eq(users.id, user.id), isThere()))
    .returning({ id: users.id });
  if (!updated) throw new DomainError("unauthenticated", "Please sign in.");
}

/** What a member picks in the header holds on all her devices. */
export async function pickCurrency(ctx: MemberContext, { currency }: { currency: Currency }): Promise<void> {
  await ctx.db
    .update(users)
    .set({ currency })
    .where(and(eq(users.id, ctx.user.id), isThere()));
}

/** Ends announcements to a member's own address, or begins them again. */
export async function setUnsubscribed(
  { db, clock, user }: MemberContext,
  { isUnsubscribed }: { isUnsubscribed: boolean },
): Promise<void> {
  if (isUnsubscribed) await suppress(db, user.email, "unsubscribed", clock.now());
  else await liftSuppressions(db, user.email);
}

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
    at: shortMoment(createdAt, visitor.timeZone),
  }));
}
