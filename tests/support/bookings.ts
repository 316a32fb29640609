import type { Queryable } from "@db/client";
import { asc, eq, type SQL } from "drizzle-orm";
import { expect } from "vitest";
import { type Booking, bookingColumns, bookingPayers, outboxEmails, paysFor, sessionBookings } from "@db/schema";
import type { Mail, Services } from "@server/core/services";
import { grantConsent } from "@server/platform/mail/consents";
import { aBookingOf, aHold } from "./sessions";
import type { CallerOptions, TestApp } from "./test-app";

type Session = { id: string; priceMinor: number };

export async function aFreeBooking(
  app: TestApp,
  session: Session,
  { email, ...asking }: CallerOptions & { email?: string } = {},
) {
  const form = { ...aBookingOf(session), ...(email && { email }) };
  await app.as(asking).bookings.create(form);
  return bookingBy(app, form.formKey);
}

/** Gives an address' consent to announcements, as in a member's profile. */
export const agreeToAnnouncements = (services: Services, ...emails: string[]) =>
  services.db.transaction(async (tx) => {
    for (const email of emails) await grantConsent(tx, services, { email, source: "profile" });
  });

/** Books a session and pays for it at the local Stripe. */
export async function aPaidBooking(app: TestApp, session: Session) {
  const { bookingId, checkoutId } = await aHold(app, session);
  await app.stripe.control.payNow(checkoutId);
  await expect.poll(async () => (await readBooking(app, bookingId)).status).toBe("completed");
  return readBooking(app, bookingId);
}

export async function readBooking({ db }: TestApp, id: string) {
  return (await readBookings(db, eq(sessionBookings.id, id)))[0]!;
}

async function bookingBy({ db }: TestApp, formKey: string) {
  return (await readBookings(db, eq(sessionBookings.formKey, formKey)))[0]!;
}

/** Reads bookings with what pays for them, the oldest first. */
export const readBookings = (db: Queryable, condition?: SQL): Promise<Booking[]> =>
  db
    .select(bookingColumns)
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .where(condition)
    .orderBy(asc(sessionBookings.createdAt), asc(sessionBookings.id));

/** Delivers pending mails and returns those of one template to a recipient, oldest first. */
export async function mailsOf(app: TestApp, template: string, to: string): Promise<Mail[]> {
  await app.runJobs();
  const rows = await app.db
    .select({ id: outboxEmails.id })
    .from(outboxEmails)
    .where(eq(outboxEmails.template, template));
  const ids = new Set(rows.map(({ id }) => id));
  return app.sentMails.filter((mail) => mail.to === to && ids.has(mail.id));
}

/** Returns the recipients of one template's mails, sent or not. */
export async function recipientsOf({ db }: TestApp, template: string): Promise<string[]> {
  const rows = await db
    .select({ to: outboxEmails.recipient })
    .from(outboxEmails)
    .where(eq(outboxEmails.template, template));
  return rows.map(({ to }) => to).sort();
}
