import { and, desc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { accountTokens, collectionPurchases, liveSessions, secondFactors, sessionBookings, users } from "@db/schema";
import { whereBookingOf } from "../schedule/booking-owner";
import { printTotal } from "../money/order-total";
import type { MemberContext } from "../core/context";
import { versionOf } from "../core/forms";
import { collectionTitle } from "../core/collections";
import { shownOf, userNotFound } from "./require-user";
import { dayOf } from "../core/dates";

const maxBookings = 10;

/** Throws not_found. */
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
  const [asked] = await db.select({ email: accountTokens.email }).from(accountTokens).where(isAsked);
  return {
    id,
    fullName: user.fullName,
    email: user.email,
    newEmail: asked?.email ?? null,
    isConfirmed: user.emailConfirmedAt !== null,
    role: user.role,
    isOneself: id === admin.id,
    hasSecondFactor: (await db.$count(secondFactors, isSecondFactorOn)) > 0,
    subscriptionStatus: user.subscriptionStatus,
    since: dayOf(user.createdAt, ctx.visitor.timeZone),
    version: versionOf(shownOf(user)),
    bookings: await listBookings(ctx, isTheirs),
    bookingCount: await db.$count(sessionBookings, isTheirs),
    purchases: await listPurchases(ctx, id),
  };
}

async function listBookings(ctx: MemberContext, isHers: ReturnType<typeof and>) {
  const rows = await ctx.db
    .select({ booking: sessionBookings, session: liveSessions })
    .from(sessionBookings)
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
  const isHers = and(eq(collectionPurchases.userId, userId), isNull(collectionPurchases.archivedAt));
  const rows = await ctx.db
    .select()
    .from(collectionPurchases)
    .where(isHers)
    .orderBy(desc(collectionPurchases.createdAt))
    .limit(maxBookings);
  return rows.map((purchase) => ({
    id: purchase.id,
    collection: purchase.collection,
    title: collectionTitle(purchase.collection),
    date: dayOf(purchase.createdAt, ctx.visitor.timeZone),
    status: purchase.status,
    price: printTotal(purchase),
  }));
}
