import { randomUUID } from "node:crypto";
import { and, asc, eq, inArray } from "drizzle-orm";
import { outboxEmails, sessionBookings, sessionWaitlist } from "@db/schema";
import { releasePlace } from "@server/selling/bookings/cancel/release";
import { lockSession } from "@server/catalogue/schedule/find-session";
import { readBookings } from "./bookings";
import { aBookingOf, aSession } from "./sessions";
import type { TestApp } from "./test-app";

type Session = Awaited<ReturnType<typeof aSession>>;
type Entry = typeof sessionWaitlist.$inferSelect;

/** Creates a sold-out free session in three days. */
export async function aFullSession(app: TestApp, places = 1, values: Parameters<typeof aSession>[1] = {}) {
  const session = await aSession(app.db, {
    priceMinor: 0,
    maxAttendees: places,
    startTime: new Date(app.clock.now().getTime() + 72 * 3_600_000),
    ...values,
  });
  for (let taken = 0; taken < places; taken += 1) await takePlace(app, session);
  return session;
}

async function takePlace({ db }: TestApp, session: Session): Promise<void> {
  const { firstName, lastName, email, formKey } = aBookingOf(session);
  await db.insert(sessionBookings).values({
    sessionId: session.id,
    attendeeFirstName: firstName,
    attendeeLastName: lastName,
    attendeeEmail: email,
    status: "completed",
    paymentStatus: "free",
    formKey,
    listPriceMinor: 0,
    totalMinor: 0,
    currency: "GBP",
    timeZone: "Europe/London",
  });
}

export async function cancelOneBooking({ db, services }: TestApp, { id }: { id: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const session = await lockSession(tx, id);
    const isBooked = and(eq(sessionBookings.sessionId, id), eq(sessionBookings.status, "completed"));
    const [booking] = await readBookings(tx, isBooked);
    await releasePlace(tx, services, { booking: booking!, session }, { kind: "by_attendee" });
  });
}

let joiners = 0;

export function anEntryFor(session: { id: string }, values: { email?: string; formKey?: string } = {}) {
  joiners += 1;
  return {
    sessionId: session.id,
    firstName: "Maeve",
    lastName: "Donnelly",
    email: `waiting-${joiners}@example.com`,
    formKey: randomUUID(),
    ...values,
  };
}

/** Joins the waitlist `count` times and returns the entries in order. */
export async function joinWaitlist(app: TestApp, session: { id: string }, count = 1): Promise<Entry[]> {
  const emails: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const entry = anEntryFor(session);
    await app.as().waitlist.join(entry);
    emails.push(entry.email);
  }
  return app.db
    .select()
    .from(sessionWaitlist)
    .where(and(eq(sessionWaitlist.sessionId, session.id), inArray(sessionWaitlist.email, emails)))
    .orderBy(asc(sessionWaitlist.queueNumber));
}

export async function waitlistStatuses({ db }: TestApp, session: { id: string }): Promise<Entry["status"][]> {
  const line = await db
    .select({ status: sessionWaitlist.status })
    .from(sessionWaitlist)
    .where(eq(sessionWaitlist.sessionId, session.id))
    .orderBy(asc(sessionWaitlist.queueNumber));
  return line.map(({ status }) => status);
}

/** Returns the id and key of an entry's mailed link. */
export const refOf = ({ id, manageKey }: Entry) => ({ id, key: manageKey });

export function acceptanceOf(session: Session, entry: Entry, values: { formKey?: string } = {}) {
  const { sessionId: _, ...booking } = aBookingOf(session, values);
  return { ...booking, firstName: entry.firstName, lastName: entry.lastName, email: entry.email, ...refOf(entry) };
}

export async function mailedTo({ db }: TestApp, recipient: string): Promise<string[]> {
  const mails = await db
    .select({ template: outboxEmails.template })
    .from(outboxEmails)
    .where(eq(outboxEmails.recipient, recipient))
    .orderBy(asc(outboxEmails.createdAt));
  return mails.map(({ template }) => template);
}
