import { inTransaction } from "../../core/transaction";
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, notExists, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@db/client";
import {
  type Booking,
  bookingColumns,
  bookingPayers,
  type LiveSession,
  liveSessions,
  outboxEmails,
  paysFor,
  sessionBookings,
  users,
} from "@db/schema";
import { joinUrlFor } from "../../catalogue/schedule/join-links";
import { enqueueMail } from "../../platform/mail/outbox";
import type { Services } from "../../core/services";
import { attendeeFacts } from "../../selling/bookings/mails/mail-booking";
import { siteFacts } from "../../platform/mail/templates";
import { countPlacesOf } from "../../catalogue/schedule/places";
import { sessionFacts, splitLines } from "../../catalogue/schedule/session-facts";

/** The reminders. In hours before the start: when one is due, and until when a missed one is still sent. */
const reminders = [
  { name: "24h", dueHours: 24, lastHours: 2 },
  { name: "1h", dueHours: 1, lastHours: 0 },
] as const;
type Reminder = (typeof reminders)[number];

const batchSize = 100;
const hour = 3_600_000;

/** Skips those who booked, moved, were imported or were told of a new time after the reminder was due. Safe to run concurrently. */
export async function sendReminders(services: Services): Promise<void> {
  for (const reminder of reminders) {
    while (await inTransaction(services, (tx) => remindSome(tx, services, reminder)));
  }
  await inTransaction(services, (tx) => mailMissingLinks(tx, services));
}

/** Mails the instructor once about each published online session that starts within a day and has no joining link. */
async function mailMissingLinks(tx: Transaction, { settings, clock }: Services): Promise<void> {
  const now = clock.now();
  const { startTime, cancelledAt, slotFreedAt, isPublished, locationType, zoomLink } = liveSessions;
  const sessions = await tx
    .select()
    .from(liveSessions)
    .where(
      and(
        gt(startTime, now),
        lte(startTime, new Date(now.getTime() + 24 * hour)),
        isNull(cancelledAt),
        isNull(slotFreedAt),
        eq(isPublished, true),
        eq(locationType, "online"),
        isNull(zoomLink),
        notExists(mailWith(tx, sql`'admin-missing-link:' || ${liveSessions.id}::text || ':' || ${startEpoch}`)),
      ),
    )
    .orderBy(asc(startTime), asc(liveSessions.id))
    .limit(batchSize);
  for (const session of sessions) {
    const { booked } = await countPlacesOf(tx, session.id);
    await enqueueMail(tx, {
      template: "admin-missing-link",
      to: settings.adminEmail,
      dedupeKey: `admin-missing-link:${session.id}:${epochOf(session)}`,
      props: {
        site: siteFacts(settings),
        session: sessionFacts(session, settings, settings.siteTimeZone),
        booked: String(booked),
        editUrl: `${settings.siteUrl}/admin/sessions/${session.id}/edit`,
      },
    });
  }
}

/** The start in seconds, as part of a key: a session that is moved is mailed about again. */
const startEpoch = sql`floor(extract(epoch from ${liveSessions.startTime}))::bigint::text`;
const epochOf = ({ startTime }: LiveSession): number => Math.floor(startTime.getTime() / 1000);

const mailWith = (tx: Transaction, dedupeKey: SQL) =>
  tx
    .select({ one: sql`1` })
    .from(outboxEmails)
    .where(eq(outboxEmails.dedupeKey, dedupeKey));

async function remindSome(tx: Transaction, services: Services, reminder: Reminder): Promise<boolean> {
  const due = await takeDue(tx, services.clock.now(), reminder);
  for (const booked of due) await remind(tx, services, booked, reminder);
  return due.length === batchSize;
}

type BookedSession = { booking: Booking; session: LiveSession };

/** Skips bookings locked by another run; a concurrent cancellation waits. */
function takeDue(tx: Transaction, now: Date, { name, dueHours, lastHours }: Reminder): Promise<BookedSession[]> {
  const later = (hours: number) => new Date(now.getTime() + hours * hour);
  const dueAt = sql`${liveSessions.startTime} - make_interval(hours => ${dueHours}::int)`;
  const dedupeKey = sql`${keyPrefix(name)} || ${sessionBookings.id}::text || ':' || ${startEpoch}`;
  return tx
    .select({ booking: bookingColumns, session: liveSessions })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(
      and(
        gt(liveSessions.startTime, later(lastHours)),
        lte(liveSessions.startTime, later(dueHours)),
        isNull(liveSessions.cancelledAt),
        inArray(sessionBookings.status, ["confirmed", "completed"]),
        sql`greatest(coalesce(${sessionBookings.completedAt}, ${sessionBookings.createdAt}), ${sessionBookings.movedAt},
          ${sessionBookings.importedAt}, ${liveSessions.rescheduledAt})
          <= ${dueAt}`,
        notExists(optOutOf(tx)),
        notExists(mailWith(tx, dedupeKey)),
      ),
    )
    .orderBy(asc(liveSessions.startTime), asc(sessionBookings.id))
    .limit(batchSize)
    .for("update", { of: sessionBookings, skipLocked: true });
}

const optOutOf = (tx: Transaction) =>
  tx
    .select({ one: sql`1` })
    .from(users)
    .where(
      and(
        eq(sql`lower(${users.email})`, sql`lower(${sessionBookings.attendeeEmail})`),
        isNotNull(users.emailConfirmedAt),
        eq(users.hasReminders, false),
      ),
    );

async function remind(
  tx: Transaction,
  { settings }: Services,
  { booking, session }: BookedSession,
  { name }: Reminder,
) {
  await enqueueMail(tx, {
    template: "session-reminder",
    to: booking.attendeeEmail,
    dedupeKey: `${keyPrefix(name)}${booking.id}:${epochOf(session)}`,
    replyTo: settings.adminEmail,
    props: {
      ...attendeeFacts(settings, booking, session),
      isOnline: session.locationType === "online",
      joinUrl: joinUrlFor({ booking, session }, settings),
      whatToBring: splitLines(session.whatToBring),
      isSoon: name === "1h",
      quantity: booking.quantity,
    },
  });
}

const keyPrefix = (name: Reminder["name"]) => `session-reminder-${name}:`;
