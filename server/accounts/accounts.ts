import type { Queryable, Transaction } from "@db/client";
import { type Account, memberships, secondFactors, users } from "@db/schema";
import { and, asc, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { contactMessages } from "../core/contact";
import type { SessionUser } from "../core/context";
import { normalEmail } from "../core/email-address";
import type { Settings } from "../core/env";
import { DomainError } from "../core/errors";

export const hasEmail = (email: string): SQL => eq(sql`lower(${users.email})`, normalEmail(email));

export const isNotDeleted = (): SQL => isNull(users.archivedAt);

export async function findAccount(db: Queryable, email: string): Promise<Account | undefined> {
  const [account] = await db
    .select()
    .from(users)
    .where(and(hasEmail(email), isNotDeleted()));
  return account;
}

/** Locks an account against deletion; call it after locking the session. Throws unauthenticated. */
export async function lockAgainstDeletion(tx: Transaction, user: { id: string }): Promise<void> {
  const isTheirs = and(eq(users.id, user.id), isNotDeleted());
  const [account] = await tx.select({ id: users.id }).from(users).where(isTheirs).for("share");
  if (!account) throw new DomainError("unauthenticated", "Please sign in.");
}

/** Locks the row of an account, a deleted one too: its money must not be kept. */
export const lockAccountRow = (tx: Transaction, { id }: { id: string }) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("no key update");

/** Locks an account. All changes of credentials wait here, so that a replaced password or link can't be used. */
export async function lockAccount(
  tx: Transaction,
  who: { id: string } | { email: string },
): Promise<Account | undefined> {
  const condition = "id" in who ? eq(users.id, who.id) : hasEmail(who.email);
  const [account] = await tx.select().from(users).where(and(condition, isNotDeleted())).for("no key update");
  return account;
}

/** Locks the accounts that have confirmed one of these addresses, in the order of their ids. */
export const lockConfirmed = (tx: Transaction, emails: string[]): Promise<Account[]> =>
  tx
    .select()
    .from(users)
    .where(
      and(
        sql`lower(${users.email}) = any(${sql.param(emails.map(normalEmail))}::text[])`,
        isNotNull(users.emailConfirmedAt),
        isNotDeleted(),
      ),
    )
    .orderBy(asc(users.id))
    .for("no key update");

/** Locks the accounts that have one of these addresses, confirmed or not, in the order of their ids. */
export const lockAccounts = (tx: Transaction, emails: string[]): Promise<Account[]> =>
  tx
    .select()
    .from(users)
    .where(and(sql`lower(${users.email}) = any(${sql.param(emails.map(normalEmail))}::text[])`, isNotDeleted()))
    .orderBy(asc(users.id))
    .for("no key update");

/** Locks all admins, in the order of their ids. */
export const lockAdmins = (tx: Transaction): Promise<{ id: string }[]> =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), isNotDeleted()))
    .orderBy(asc(users.id))
    .for("no key update");

/** What `sessionUserOf` needs, from users left joined to second_factors. */
export const sessionUserFields = {
  id: users.id,
  email: users.email,
  fullName: users.fullName,
  role: users.role,
  timeZone: users.timeZone,
  currency: users.currency,
  adminSignedInAt: users.adminSignedInAt,
  emailConfirmedAt: users.emailConfirmedAt,
  hasPassword: sql<boolean>`${users.passwordHash} is not null`,
  hasSecondFactor: sql<boolean>`${secondFactors.confirmedAt} is not null`,
  isPaymentDue: sql<boolean>`exists (select from ${memberships} where ${memberships.userId} = ${users.id}
    and ${memberships.endedAt} is null and ${memberships.state} = 'past_due')`,
};

export type SessionUserRow = Omit<SessionUser, "secondFactorDueAt"> & Pick<Account, "adminSignedInAt">;

export function sessionUserOf(
  settings: Pick<Settings, "isLive">,
  { adminSignedInAt, ...user }: SessionUserRow,
): SessionUser {
  return { ...user, secondFactorDueAt: secondFactorDueAt(settings, { ...user, adminSignedInAt }) };
}

export async function getSessionUser(
  db: Queryable,
  settings: Pick<Settings, "isLive">,
  userId: string,
): Promise<SessionUser | null> {
  const [found] = await db
    .select(sessionUserFields)
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(eq(users.id, userId), isNotDeleted()));
  return found ? sessionUserOf(settings, found) : null;
}

const day = 24 * 60 * 60_000;
const deadlineDays = 7;

type Admin = Pick<typeof users.$inferSelect, "role" | "adminSignedInAt"> & { hasSecondFactor: boolean };

/** Returns when an admin without a second factor is locked out. Never in demo mode and before the first sign-in. */
export function secondFactorDueAt(
  { isLive }: Pick<Settings, "isLive">,
  { role, adminSignedInAt, hasSecondFactor }: Admin,
): Date | null {
  if (!isLive || role !== "admin" || hasSecondFactor || !adminSignedInAt) return null;
  return new Date(adminSignedInAt.getTime() + deadlineDays * day);
}

export const daysLeft = (dueAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((dueAt.getTime() - now.getTime()) / day));

export type Contact = { firstName: string; lastName: string; email: string };

type Member = Pick<SessionUser, "email" | "fullName">;

const longestName = 100;

export function contactOfMember({ fullName, email }: Member): Contact {
  const [first, ...others] = fullName.trim().split(/\s+/);
  const [beforeAt = email] = email.split("@");
  const firstName = first || beforeAt;
  return { firstName: firstName.slice(0, longestName), lastName: others.join(" ").slice(0, longestName), email };
}

export type TypedContact = { [Field in keyof Contact]?: string | undefined };

/** Returns who books or buys, as typed or else as known from an account. Throws invalid if a field is missing. */
export function contactOf(known: Member | null, typed: TypedContact): Contact {
  const member = known && contactOfMember(known);
  const requireField = (field: keyof Contact): string => {
    const value = typed[field] ?? member?.[field];
    if (value === undefined) throw new DomainError("invalid", contactMessages[field], { field });
    return value;
  };
  return { firstName: requireField("firstName"), lastName: requireField("lastName"), email: requireField("email") };
}
