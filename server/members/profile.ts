import { auditEntries, users } from "@db/schema";
import { one } from "@db/one";
import { and, desc, eq } from "drizzle-orm";
import { isNotDeleted } from "../accounts/accounts";
import type { MemberContext } from "../core/context";
import { DomainError } from "../core/errors";
import type { Currency } from "../core/money";
import { shortMoment, timeZones } from "../core/dates";
import { isSuppressed, liftSuppressions, suppress } from "../mail/unsubscribe";
import type { ProfileForm } from "./schemas";

export async function getProfile({ db, user }: MemberContext) {
  const account = one(await db.select().from(users).where(eq(users.id, user.id)), "account");
  const { fullName, email, subscriptionStatus, timeZone, currency, hasReminders } = account;
  return {
    fullName,
    email,
    subscription: capitalised(subscriptionStatus.trim() || "free"),
    timeZone,
    currency,
    hasReminders,
    isUnsubscribed: await isSuppressed(db, email),
    /** Includes the chosen zone even if this server doesn't know it. */
    timeZones: timeZone && !timeZones.includes(timeZone) ? [...timeZones, timeZone].sort() : [...timeZones],
  };
}

export type Profile = Awaited<ReturnType<typeof getProfile>>;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Existing bookings keep the name they were made in. Throws unauthenticated if the account was deleted meanwhile. */
export async function updateProfile({ db, user }: MemberContext, profile: ProfileForm): Promise<void> {
  const [updated] = await db
    .update(users)
    .set(profile)
    .where(and(eq(users.id, user.id), isNotDeleted()))
    .returning({ id: users.id });
  if (!updated) throw new DomainError("unauthenticated", "Please sign in.");
}

export async function pickCurrency(ctx: MemberContext, { currency }: { currency: Currency }): Promise<void> {
  await ctx.db
    .update(users)
    .set({ currency })
    .where(and(eq(users.id, ctx.user.id), isNotDeleted()));
}

export async function setUnsubscribed(
  { db, clock, user }: MemberContext,
  { isUnsubscribed }: { isUnsubscribed: boolean },
): Promise<void> {
  if (isUnsubscribed) await suppress(db, user.email, "unsubscribed", clock.now());
  else await liftSuppressions(db, user.email);
}

export type Opening = { id: string; at: string; reason: string | null };

const maxShown = 20;

export async function listOpenings({ db, user, visitor }: MemberContext): Promise<Opening[]> {
  const isAboutMember = and(eq(auditEntries.subjectType, "user"), eq(auditEntries.subjectId, user.id));
  const rows = await db
    .select()
    .from(auditEntries)
    .where(and(isAboutMember, eq(auditEntries.action, "user.impersonated")))
    .orderBy(desc(auditEntries.createdAt))
    .limit(maxShown);
  return rows.map(({ id, createdAt, reason }) => ({
    id,
    reason,
    at: shortMoment(createdAt, visitor.timeZone),
  }));
}
