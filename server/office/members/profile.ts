import { auditEntries, users } from "@db/schema";
import { one } from "@db/one";
import { and, desc, eq } from "drizzle-orm";
import { isNotDeleted } from "../../accounts/accounts";
import type { MemberContext } from "../../core/context";
import { normalEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import type { Currency } from "../../core/money";
import { dayOf, shortMoment, timeZones } from "../../core/dates";
import {
  consentWording,
  findConsents,
  findReceivers,
  grantConsent,
  isSuppressed,
  suppress,
} from "../../platform/mail/consents";
import { readSiteSettings } from "../../core/site-settings";
import { readHeldPlans } from "../../selling/memberships/show/held-plans";
import { enqueueJob } from "../../platform/jobs/enqueue-job";
import { inTransaction } from "../../core/transaction";
import type { ProfileForm } from "./schemas";

export async function getProfile(ctx: MemberContext) {
  const { db, user } = ctx;
  const account = one(await db.select().from(users).where(eq(users.id, user.id)), "account");
  const { fullName, email, subscriptionStatus, timeZone, currency, hasReminders } = account;
  const plan = (await readHeldPlans(db, [user.id])).get(user.id);
  return {
    fullName,
    email,
    subscription: plan ?? capitalise(subscriptionStatus.trim() || "free"),
    timeZone,
    currency,
    hasReminders,
    announcements: await readAnnouncements(ctx, email),
    /** Includes the chosen zone even if this server doesn't know it. */
    timeZones: timeZone && !timeZones.includes(timeZone) ? [...timeZones, timeZone].sort() : [...timeZones],
  };
}

export type MemberProfile = Awaited<ReturnType<typeof getProfile>>;

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Changes a profile; existing bookings keep the name they were made in. Throws unauthenticated if the account was
 * deleted meanwhile.
 */
export async function updateProfile(ctx: MemberContext, profile: ProfileForm): Promise<void> {
  const { id: userId } = ctx.user;
  await inTransaction(ctx, async (tx) => {
    const [updated] = await tx
      .update(users)
      .set(profile)
      .where(and(eq(users.id, userId), isNotDeleted()))
      .returning({ id: users.id });
    if (!updated) throw new DomainError("unauthenticated", "Please sign in.");
    await enqueueJob(tx, "tell-stripe-of-account", { userId });
  });
}

export async function pickCurrency(ctx: MemberContext, { currency }: { currency: Currency }): Promise<void> {
  await ctx.db
    .update(users)
    .set({ currency })
    .where(and(eq(users.id, ctx.user.id), isNotDeleted()));
}

async function readAnnouncements(ctx: MemberContext, email: string) {
  const isOn = (await findReceivers(ctx.db, [email])).size > 0;
  const consents = (await findConsents(ctx.db, [email])).get(normalEmail(email)) ?? [];
  const standing = isOn ? consents.filter(({ confirmedAt, withdrawnAt }) => confirmedAt && !withdrawnAt) : [];
  const agreed = standing.find(({ source }) => source !== "existing_customer");
  const offered = consentWording((await readSiteSettings(ctx)).name);
  const since = agreed?.confirmedAt && dayOf(agreed.confirmedAt, ctx.visitor.timeZone);
  return {
    isOn,
    text: since ? `You agreed on ${since}: “${agreed.wording}”` : isOn ? asCustomer : `“${offered}”`,
    /** Recordings of their sessions are mailed unless they have unsubscribed. */
    isStopped: await isSuppressed(ctx.db, email),
  };
}

const asCustomer = "You booked before this site asked about news, so you may get some about sessions that you book.";

/** Stops or allows announcements. The member is signed in, so the address needs no mail to confirm it. */
export async function setUnsubscribed(
  ctx: MemberContext,
  { isUnsubscribed }: { isUnsubscribed: boolean },
): Promise<void> {
  const { email } = ctx.user;
  await inTransaction(ctx, async (tx) => {
    if (isUnsubscribed) await suppress(tx, email, "unsubscribed", ctx.clock.now());
    else await grantConsent(tx, ctx, { email, source: "profile" });
  });
}

export type AccountOpening = { id: string; at: string; reason: string | null };

const maxShown = 20;

export async function listOpenings({ db, user, visitor }: MemberContext): Promise<AccountOpening[]> {
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
