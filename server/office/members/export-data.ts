import { and, asc, desc, eq, inArray, or, sql } from "drizzle-orm";
import { one } from "@db/one";
import type { Queryable } from "@db/client";
import {
  auditEntries,
  invoices,
  type LiveSession,
  liveSessions,
  openingMails,
  outboxEmails,
  playbackProgress,
  products,
  recordings,
  secondFactors,
  users,
  userSessions,
} from "@db/schema";
import { readAnswersOf, type StoredAnswer } from "../../selling/free-times/answers";
import { exportRequests } from "../../selling/one-to-one/own-requests";
import { listTicketsOf } from "../../selling/bookings/tickets";
import { type Belongings, findBelongings } from "../deletion/belongings";
import { requireOwnSession } from "../../accounts/account-sessions";
import { getOwnDetails } from "../../payments/invoices/change-details";
import { listMyGiftCards } from "../../catalogue/gift-cards/my-gift-cards";
import { exportMemberships } from "../../selling/memberships/account/of-account";
import { listMyPasses } from "../../catalogue/passes/my-passes";
import { findConsents, findReceivers } from "../../platform/mail/consents";
import type { MemberContext } from "../../core/context";
import { readSiteSettings } from "../../core/site-settings";
import { normalEmail } from "../../core/email-address";
import { bookingFacts, entryFacts, purchaseFacts, testimonialFacts, withdrawalFacts } from "./export-facts";

/** Exports a member's own data without secrets and other people's words. Throws forbidden while impersonated. */
export async function exportData(ctx: MemberContext) {
  const { db, settings, clock, user } = ctx;
  requireOwnSession(ctx);
  const belongings = await findBelongings(db, user);
  const held = await exportMemberships(db, user);
  const { name } = await readSiteSettings(ctx);
  const tickets = await listTicketsOf(
    db,
    belongings.bookings.map(({ booking }) => booking),
  );
  const answers = await readAnswersOf(
    db,
    settings,
    belongings.bookings.map(({ session }) => session.id),
  );
  return {
    site: { name, address: settings.siteUrl },
    exportedAt: clock.now(),
    profile: await profileOf(db, user.id),
    bookings: belongings.bookings.map((booked) => ({
      ...bookingFacts({ ...booked, tickets: tickets.get(booked.booking.id) ?? [] }, belongings, settings),
      answers: answersOf(answers, booked.session),
    })),
    requests: await exportRequests(db, settings, user),
    purchases: belongings.purchases.map((purchase) => purchaseFacts(purchase, belongings)),
    memberships: held,
    passes: await listMyPasses(ctx),
    giftCards: await listMyGiftCards(ctx),
    invoices: await invoicesOf(db, belongings),
    detailsOnInvoices: await getOwnDetails(ctx),
    withdrawals: belongings.withdrawals.map(withdrawalFacts),
    waitlistEntries: await entriesOf(db, belongings),
    playbackPositions: await positionsOf(db, user.id),
    mailedAboutOpenings: await openingMailsOf(db, user.id),
    testimonials: belongings.testimonials.map(testimonialFacts),
    devices: await devicesOf(db, user.id),
    consents: await consentsOf(db, user.email),
    mails: await mailsOf(db, user.email),
    changesByHand: await auditOf(db, user.id, { ...belongings, memberships: held }),
  };
}

/** Only the session of one person has answers of that person alone. */
const answersOf = (answers: Map<string, StoredAnswer[]>, { id, offerId }: LiveSession): StoredAnswer[] =>
  offerId === null ? [] : (answers.get(id) ?? []);

async function profileOf(db: Queryable, userId: string) {
  const account = one(await db.select().from(users).where(eq(users.id, userId)), "account");
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  const { id, email, fullName, role, subscriptionStatus, timeZone, currency, hasReminders, ...rest } = account;
  return {
    id,
    email,
    fullName,
    role,
    subscriptionStatus,
    timeZone,
    currency,
    hasReminders,
    createdAt: rest.createdAt,
    agreedTo: { terms: rest.termsVersion, privacy: rest.privacyVersion },
    emailConfirmedAt: rest.emailConfirmedAt,
    hasPassword: rest.passwordHash !== null,
    getsAnnouncements: (await findReceivers(db, [email])).size > 0,
    hasCalendarFeed: rest.calendarKey !== null,
    secondStepSince: factor?.confirmedAt ?? null,
  };
}

/** The documents without what only their links need. */
async function invoicesOf(db: Queryable, { bookings, purchases }: Belongings) {
  const isOwn = or(
    inArray(
      invoices.bookingId,
      bookings.map(({ booking }) => booking.id),
    ),
    inArray(
      invoices.purchaseId,
      purchases.map(({ id }) => id),
    ),
  );
  const rows = await db.select().from(invoices).where(isOwn).orderBy(asc(invoices.issuedAt), asc(invoices.label));
  return rows.map(
    ({ kind, label, issuedAt, seller, buyer, reason, lines, taxes, paid, currency, totalMinor, taxMinor }) => ({
      kind,
      number: label,
      issuedAt,
      seller,
      buyer,
      reason,
      lines,
      taxes,
      paid,
      currency,
      totalMinor,
      taxMinor,
    }),
  );
}

async function entriesOf(db: Queryable, { entries }: Belongings) {
  const ids = entries.flatMap(({ sessionId }) => sessionId ?? []);
  const sessions = await db.select().from(liveSessions).where(inArray(liveSessions.id, ids));
  const courseIds = entries.flatMap(({ courseId }) => courseId ?? []);
  const courses = await db.select().from(products).where(inArray(products.id, courseIds));
  return entries.map((entry) =>
    entryFacts(
      entry,
      sessions.find(({ id }) => id === entry.sessionId),
      courses.find(({ id }) => id === entry.courseId),
    ),
  );
}

const positionsOf = (db: Queryable, userId: string) =>
  db
    .select({
      recordingId: recordings.id,
      recording: recordings.title,
      collection: products.slug,
      positionSeconds: playbackProgress.positionSeconds,
      finishedAt: playbackProgress.finishedAt,
      updatedAt: playbackProgress.updatedAt,
    })
    .from(playbackProgress)
    .innerJoin(recordings, eq(recordings.id, playbackProgress.recordingId))
    .innerJoin(products, eq(products.id, recordings.productId))
    .where(eq(playbackProgress.userId, userId))
    .orderBy(asc(playbackProgress.updatedAt));

/** The collections of which the member is mailed when a part opens. */
const openingMailsOf = (db: Queryable, userId: string) =>
  db
    .select({ collection: products.slug, since: openingMails.createdAt })
    .from(openingMails)
    .innerJoin(products, eq(products.id, openingMails.productId))
    .where(eq(openingMails.userId, userId))
    .orderBy(asc(openingMails.createdAt));

const devicesOf = (db: Queryable, userId: string) =>
  db
    .select({
      browser: userSessions.userAgent,
      signedInAt: userSessions.createdAt,
      lastSeenAt: userSessions.lastSeenAt,
      expiresAt: userSessions.expiresAt,
      isByInstructor: sql<boolean>`${userSessions.impersonatorId} is not null`,
    })
    .from(userSessions)
    .where(eq(userSessions.userId, userId))
    .orderBy(desc(userSessions.lastSeenAt));

async function consentsOf(db: Queryable, email: string) {
  const consents = (await findConsents(db, [email])).get(normalEmail(email)) ?? [];
  return consents.map(({ source, wording, requestedAt, confirmedAt, withdrawnAt }) => ({
    source,
    wording,
    requestedAt,
    confirmedAt,
    withdrawnAt,
  }));
}

const mailsOf = (db: Queryable, email: string) =>
  db
    .select({ subject: outboxEmails.subject, writtenAt: outboxEmails.createdAt, sentAt: outboxEmails.sentAt })
    .from(outboxEmails)
    .where(eq(sql`lower(${outboxEmails.recipient})`, normalEmail(email)))
    .orderBy(asc(outboxEmails.createdAt));

async function auditOf(db: Queryable, userId: string, belongings: Belongings & { memberships: { id: string }[] }) {
  const { bookings, memberships, entries, purchases, payments, testimonials, withdrawals } = belongings;
  const books = [...memberships, ...entries, ...purchases, ...payments, ...testimonials, ...withdrawals];
  const rows = [...bookings.map(({ booking }) => booking), ...books];
  const ids = rows.map(({ id }) => id);
  const found = await db
    .select()
    .from(auditEntries)
    .where(
      or(
        and(eq(auditEntries.subjectType, "user"), eq(auditEntries.subjectId, userId)),
        and(
          inArray(auditEntries.subjectType, [
            "booking",
            "waitlist_entry",
            "purchase",
            "payment",
            "testimonial",
            "withdrawal",
            "membership",
          ]),
          inArray(auditEntries.subjectId, ids),
        ),
      ),
    )
    .orderBy(asc(auditEntries.createdAt));
  return found.map(({ action, subjectType, subjectId, details, reason, createdAt, actorId }) => ({
    action,
    on: { kind: subjectType, id: subjectId },
    by: actorId === null ? "the site" : actorId === userId ? "you" : "the instructor",
    details,
    reason,
    at: createdAt,
  }));
}
