import type { Queryable, Transaction } from "@db/client";
import {
  type Account,
  accountTokens,
  bookingColumns,
  bookingPayers,
  liveSessions,
  paysFor,
  purchases,
  secondFactors,
  sessionBookings,
  users,
} from "@db/schema";
import { alphabetical } from "@db/schema/columns";
import { and, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { isNotDeleted, lockAccount } from "../../accounts/accounts";
import type { MemberContext } from "../../core/context";
import { dayOf } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { versionOf } from "../../core/forms";
import { countFound, type Page, pageOf, sortedBy } from "../../core/pagination";
import { isContained } from "../../core/search";
import { listMembershipsOf, readHeldPlans } from "../../selling/memberships/show/held-plans";
import { printTotal } from "../../platform/money/print-order";
import { whereBookingOf } from "../../catalogue/schedule/whose-bookings";
import type { userQuery } from "./schemas";

type ListedUser = {
  id: string;
  fullName: string;
  email: string;
  isConfirmed: boolean;
  role: "member" | "admin";
  subscriptionStatus: string;
  /** The plan of their membership, which stands in place of the status. */
  plan: string | null;
  since: string;
};

export async function listUsers(
  { db, visitor }: MemberContext,
  { search, sort, page: wanted }: z.infer<typeof userQuery>,
): Promise<{ users: ListedUser[]; page: Page }> {
  const condition = and(isNull(users.archivedAt), search === "" ? undefined : isUserFound(search));
  const found =
    search === ""
      ? await db.$count(users, condition)
      : await countFound(db, db.select({ id: users.id }).from(users).where(condition));
  const paged = pageOf(wanted, found);
  const direction = sort === "since" || sort === "name" ? "asc" : "desc";
  const by = sort.endsWith("name") ? alphabetical(sql`${users.fullName}`) : users.createdAt;
  const rows = await db
    .select()
    .from(users)
    .where(condition)
    .orderBy(...sortedBy(direction, by, users.id))
    .limit(paged.limit)
    .offset(paged.offset);
  const plans = await readHeldPlans(
    db,
    rows.map(({ id }) => id),
  );
  return {
    page: paged.page,
    users: rows.map(({ id, fullName, email, emailConfirmedAt, role, subscriptionStatus, createdAt }) => ({
      id,
      fullName,
      email,
      isConfirmed: emailConfirmedAt !== null,
      role,
      subscriptionStatus,
      plan: plans.get(id) ?? null,
      since: dayOf(createdAt, visitor.timeZone),
    })),
  };
}

/** Returns the condition of a search, with the expression of the index users_plain_idx. */
export const isUserFound = (search: string) => isContained(search, sql`(${users.fullName} || ' ' || ${users.email})`);

const maxBookings = 10;

export async function getUser(ctx: MemberContext, { id }: { id: string }) {
  const { db, clock, user: admin } = ctx;
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.archivedAt)));
  if (!user) throw userNotFound();
  const isTheirs = and(whereBookingOf({ id }), isNull(sessionBookings.archivedAt));
  const isAsked = and(
    eq(accountTokens.userId, id),
    eq(accountTokens.purpose, "change_email"),
    isNull(accountTokens.usedAt),
    gt(accountTokens.expiresAt, clock.now()),
  );
  const isSecondFactorOn = and(eq(secondFactors.userId, id), isNotNull(secondFactors.confirmedAt));
  const [change] = await db.select({ email: accountTokens.email }).from(accountTokens).where(isAsked);
  return {
    id,
    fullName: user.fullName,
    email: user.email,
    newEmail: change?.email ?? null,
    isConfirmed: user.emailConfirmedAt !== null,
    role: user.role,
    isOneself: id === admin.id,
    hasSecondFactor: (await db.$count(secondFactors, isSecondFactorOn)) > 0,
    subscriptionStatus: user.subscriptionStatus,
    plan: (await readHeldPlans(db, [id])).get(id) ?? null,
    since: dayOf(user.createdAt, ctx.visitor.timeZone),
    version: versionOf(shownOf(user)),
    bookings: await listBookings(ctx, isTheirs),
    bookingCount: await db.$count(sessionBookings, isTheirs),
    purchases: await listPurchases(ctx, id),
    memberships: await listMembershipsOf(ctx, id),
  };
}

async function listBookings(ctx: MemberContext, isHers: ReturnType<typeof and>) {
  const rows = await ctx.db
    .select({ booking: bookingColumns, session: liveSessions })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(isHers)
    .orderBy(desc(sessionBookings.createdAt))
    .limit(maxBookings);
  return rows.map(({ booking, session }) => ({
    id: booking.id,
    sessionId: session.id,
    title: session.title,
    date: dayOf(session.startTime, ctx.visitor.timeZone),
    paymentStatus: booking.paymentStatus,
    status: booking.status,
    price: printTotal(booking),
  }));
}

async function listPurchases(ctx: MemberContext, userId: string) {
  const isHers = and(eq(purchases.userId, userId), isNull(purchases.archivedAt));
  const rows = await ctx.db
    .select()
    .from(purchases)
    .where(isHers)
    .orderBy(desc(purchases.createdAt))
    .limit(maxBookings);
  return rows.map((purchase) => ({
    id: purchase.id,
    kind: purchase.productKind,
    title: purchase.productTitle,
    date: dayOf(purchase.createdAt, ctx.visitor.timeZone),
    status: purchase.status,
    price: printTotal(purchase),
  }));
}

export async function readUser(db: Queryable, id: string): Promise<Account> {
  const [account] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNotDeleted()));
  if (!account) throw userNotFound();
  return account;
}

export async function lockUser(tx: Transaction, id: string): Promise<Account> {
  const account = await lockAccount(tx, { id });
  if (!account || account.archivedAt) throw userNotFound();
  return account;
}

export const userNotFound = () => new DomainError("not_found", "User not found");

export const shownOf = ({ fullName, email, subscriptionStatus }: Account) => ({ fullName, email, subscriptionStatus });
