import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import {
  type users,
  accountTokens,
  auditEntries,
  outboxEmails,
  payments,
  openingMails,
  playbackProgress,
  sessionBookings,
  sessionWaitlist,
} from "@db/schema";
import { anAccount, setUpAuthenticator, signedInBrowser } from "./accounts";
import { aPurchase, aRecording } from "./recordings";
import { aSession } from "./sessions";
import type { TestApp } from "./test-app";

type Account = typeof users.$inferSelect;
type Session = Awaited<ReturnType<typeof aSession>>;

export const inHours = (app: TestApp, hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000);

/** Inserts a completed booking of the account. */
export async function aBookingFor(
  { db }: TestApp,
  account: Account,
  session: Session,
  values: Partial<typeof sessionBookings.$inferInsert> = {},
) {
  const [first = "", ...others] = account.fullName.split(" ");
  const [booking] = await db
    .insert(sessionBookings)
    .values({
      sessionId: session.id,
      userId: account.id,
      attendeeFirstName: first,
      attendeeLastName: others.join(" "),
      attendeeEmail: account.email,
      status: "completed",
      paymentStatus: session.priceMinor > 0 ? "paid" : "free",
      formKey: randomUUID(),
      listPriceMinor: session.priceMinor,
      totalMinor: session.priceMinor,
      currency: "GBP",
      timeZone: "Europe/London",
      createdAt: new Date(session.startTime.getTime() - 10 * 24 * 3_600_000),
      ...values,
    })
    .returning();
  return booking!;
}

export async function aPaymentFor(
  { db }: TestApp,
  booking: { id: string; totalMinor: number },
  values: Partial<typeof payments.$inferInsert> = {},
) {
  const [payment] = await db
    .insert(payments)
    .values({
      bookingId: booking.id,
      state: "paid",
      amountMinor: booking.totalMinor,
      currency: "GBP",
      stripePaymentIntentId: `pi_${randomUUID()}`,
      ...values,
    })
    .returning();
  return payment!;
}

/** Creates a member with a row in every table that can hold personal data. */
export async function aMemberWithHistory(app: TestApp, names = { first: "Marguerite", last: "Oyelaran-Baptiste" }) {
  const { db } = app;
  const email = `${names.first}.${randomUUID()}@Post.example`;
  const fullName = `${names.first} ${names.last}`;
  const account = await anAccount(db, { email, fullName, calendarKey: randomBytes(32).toString("base64url") });
  const browser = await signedInBrowser(app, account);
  await setUpAuthenticator(app, browser);
  await browser.api.accounts.requestSignInLink({ email });
  await app.runJobs();
  const past = await aSession(db, { title: "Long Past", startTime: inHours(app, -200) });
  const booking = await aBookingFor(app, account, past, {
    healthNote: `${fullName} has asthma`,
    attendeeNote: names.last,
  });
  const payment = await aPaymentFor(app, booking);
  const guest = await aBookingFor(app, account, past, { userId: null, attendeeEmail: email.toUpperCase() });
  const purchase = await aPurchase(db, account);
  const recording = await aRecording(db);
  const watched = { userId: account.id, recordingId: recording.id, positionSeconds: 20, updatedAt: new Date() };
  await db.insert(playbackProgress).values(watched);
  await db.insert(openingMails).values({ userId: account.id, productId: purchase.productId });
  const token = {
    userId: account.id,
    purpose: "change_email" as const,
    tokenHash: randomUUID(),
    email: `new-${email}`,
  };
  await db.insert(accountTokens).values({ ...token, expiresAt: inHours(app, 1) });
  const entry = { sessionId: past.id, userId: account.id, firstName: names.first, lastName: names.last, email };
  await db.insert(sessionWaitlist).values({ ...entry, timeZone: "Europe/London", status: "left" });
  await db.insert(auditEntries).values([
    { action: "user.impersonated", subjectType: "user", subjectId: account.id, reason: `${fullName} could not book` },
    { action: "booking.moved", subjectType: "booking", subjectId: booking.id, reason: `asked by ${email}` },
  ]);
  await db.insert(outboxEmails).values(mailsAbout(app, { email, fullName, bookingId: booking.id }));
  return { account, browser, past, booking, guest, payment, purchase, recording };
}

function mailsAbout(
  app: TestApp,
  { email, fullName, bookingId }: { email: string; fullName: string; bookingId: string },
) {
  const sent = { sentAt: app.clock.now(), props: { name: fullName }, html: `<p>${email}</p>`, text: fullName };
  return [
    { ...sent, template: "session-reminder", recipient: email, subject: `For ${fullName}`, dedupeKey: randomUUID() },
    {
      ...sent,
      template: "admin-new-booking",
      recipient: app.services.settings.adminEmail,
      replyTo: email,
      subject: `New booking: ${fullName}`,
      dedupeKey: `admin-new-booking:${bookingId}`,
      lastError: `${email} was refused once`,
    },
    {
      ...sent,
      template: "booking-cancelled",
      recipient: "a.friend@example.com",
      subject: fullName,
      dedupeKey: `x:${bookingId}`,
    },
  ];
}

/** Returns every column outside the local Stripe that contains one of the words: "users.email". */
export async function columnsContaining(db: TestApp["db"], words: string[]): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'local_stripe')`);
  const places = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await db.execute<{ column: string; value: string | null }>(
      sql`select field.key as column, field.value from ${sql.raw(name)} as rows, jsonb_each_text(to_jsonb(rows)) as field`,
    );
    for (const { column, value } of rows) {
      const isHit = words.some((word) => value?.toLowerCase().includes(word.toLowerCase()));
      if (isHit) places.add(`${name.replace("public.", "")}.${column}`);
    }
  }
  return [...places].sort();
}
