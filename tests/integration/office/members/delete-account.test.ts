import { test } from "../../../support/app-with-recordings";
import { desc, eq } from "drizzle-orm";
import {
  auditEntries,
  outboxEmails,
  overviewVisits,
  payments,
  openingMails,
  playbackProgress,
  refunds,
  sessionBookings,
  sessionWaitlist,
  users,
  userSessions,
} from "@db/schema";
import { deleteAccount } from "@server/office/deletion/delete-account";
import { anAccount, password, refusalOf, signedInBrowser, signedInEmail } from "../../../support/accounts";
import { aMemberWithHistory, aBookingFor, aPaymentFor, inHours, columnsContaining } from "../../../support/profile";
import { actingAs, aPurchaseForm } from "../../../support/recordings";
import { aBookingOf, aSession } from "../../../support/sessions";
import { expect, type TestApp } from "../../../support/test-app";
import { aFullSession, anEntryFor, waitlistStatuses } from "../../../support/waitlist";

const asHerself = (account: { id: string }) => ({ actorId: account.id, adminDecision: null });
const read = async (app: TestApp, id: string) =>
  (await app.db.select().from(sessionBookings).where(eq(sessionBookings.id, id)))[0]!;
const remove = (app: TestApp, account: { id: string }) => deleteAccount(app.services, account.id, asHerself(account));

test("removes the member's name and address everywhere and keeps complete records", async ({ app }) => {
  const { account, browser, booking, guest, payment, purchase } = await aMemberWithHistory(app);
  // From a time as an admin.
  await app.db.insert(overviewVisits).values({ userId: account.id, seenAt: app.clock.now() });
  const words = [account.email, "Marguerite", "Oyelaran"];
  const before = await columnsContaining(app.db, words);
  expect(before).toEqual(
    expect.arrayContaining([
      "account_tokens.email",
      "audit_entries.reason",
      "purchases.customer_email",
      "outbox_emails.last_error",
      "outbox_emails.props",
      "outbox_emails.reply_to",
      "session_bookings.health_note",
      "session_waitlist.first_name",
      "users.full_name",
    ]),
  );
  const other = await aMemberWithHistory(app, { first: "Solveig", last: "Marchetti" });
  const others = await columnsContaining(app.db, [other.account.email, "Solveig"]);

  await browser.api.profile.deleteAccount({ currentPassword: password });
  await app.runJobs();

  expect(await columnsContaining(app.db, words)).toEqual([]);
  expect(await columnsContaining(app.db, [other.account.email, "Solveig"])).toEqual(others);
  const address = `deleted-${account.id}@deleted.invalid`;
  for (const { id } of [booking, guest]) {
    expect(await read(app, id)).toMatchObject({
      status: "completed",
      paymentStatus: "paid",
      totalMinor: 1800,
      attendeeFirstName: "Deleted",
      attendeeEmail: address,
      healthNote: null,
      attendeeNote: null,
    });
  }
  expect((await read(app, booking.id)).manageKey).not.toBe(booking.manageKey);
  const [kept] = await app.db.select().from(payments).where(eq(payments.id, payment.id));
  expect(kept).toEqual(payment);
  const bought = await app.db.query.purchases.findFirst({ where: (row) => eq(row.id, purchase.id) });
  expect(bought).toMatchObject({ status: "paid", customerName: "Deleted member", archivedAt: null });
  const [user] = await app.db.select().from(users).where(eq(users.id, account.id));
  expect(user).toMatchObject({ email: address, passwordHash: null, calendarKey: null, archivedAt: app.clock.now() });
  expect(await app.db.$count(playbackProgress, eq(playbackProgress.userId, account.id))).toBe(0);
  expect(await app.db.$count(openingMails, eq(openingMails.userId, account.id))).toBe(0);
  expect(await app.db.$count(userSessions, eq(userSessions.userId, account.id))).toBe(0);
  expect(await app.db.$count(overviewVisits)).toBe(0);
});

test("deletes pending links, unsent mails and queued jobs, and informs the instructor of the rest", async ({ app }) => {
  const account = await anAccount(app.db, { fullName: "Marguerite Oyelaran" });
  const session = await aSession(app.db, { priceMinor: 0, startTime: inHours(app, -1) });
  const form = { ...aBookingOf(session), firstName: "Marguerite", lastName: "Oyelaran", email: account.email };
  await app.db.update(users).set({ emailConfirmedAt: app.clock.now() });
  const upcoming = await aSession(app.db, { priceMinor: 0, startTime: inHours(app, 100), title: "Far Away" });
  await app.as(actingAs(account)).bookings.create({ ...form, sessionId: upcoming.id, healthNote: "asthma" });
  await app.browser().api.accounts.requestSignInLink({ email: account.email });
  await remove(app, account);
  expect(await columnsContaining(app.db, [account.email, "Oyelaran", "asthma"])).toEqual([]);
  await app.runJobs();
  expect(app.sentMails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
    [app.services.settings.adminEmail, "Cancelled: Deleted member, Far Away"],
    [app.services.settings.adminEmail, "New booking: Deleted member, Far Away"],
  ]);
  expect(app.sentMails.some(({ html, replyTo }) => html.includes("Oyelaran") || replyTo)).toBe(false);
});

test("cancels and refunds future bookings and offers their places to the waitlist", async ({ app }) => {
  const account = await anAccount(app.db);
  const session = await aSession(app.db, { maxAttendees: 1, startTime: inHours(app, 100) });
  const booking = await aBookingFor(app, account, session);
  const payment = await aPaymentFor(app, booking);
  await app.as().waitlist.join(anEntryFor(session));
  await remove(app, account);
  expect(await read(app, booking.id)).toMatchObject({ status: "cancelled", paymentStatus: "paid" });
  const [refund] = await app.db.select().from(refunds);
  expect(refund).toMatchObject({ paymentId: payment.id, amountMinor: 1800, state: "pending", reason: "cancelled" });
  expect(await waitlistStatuses(app, session)).toEqual(["offered"]);
});

test("removes waitlist entries and passes offers on", async ({ app }) => {
  const account = await anAccount(app.db);
  const session = await aFullSession(app);
  await app.as(actingAs(account)).waitlist.join(anEntryFor(session, { email: account.email }));
  await app.as().waitlist.join(anEntryFor(session));
  const [hers] = await app.db.select().from(sessionWaitlist).where(eq(sessionWaitlist.userId, account.id));
  await app.db
    .update(sessionBookings)
    .set({ status: "cancelled", paymentStatus: "cancelled" })
    .where(eq(sessionBookings.sessionId, session.id));
  const offer = { status: "offered" as const, offeredAt: app.clock.now(), offerEndsAt: inHours(app, 24) };
  await app.db.update(sessionWaitlist).set(offer).where(eq(sessionWaitlist.id, hers!.id));
  await remove(app, account);
  expect(await waitlistStatuses(app, session)).toEqual(["left", "offered"]);
});

test("cancels a ticket booked for another person with a mail to them", async ({ app }) => {
  const account = await anAccount(app.db);
  const session = await aSession(app.db, { priceMinor: 0, startTime: inHours(app, 100) });
  const friend = { attendeeFirstName: "Tove", attendeeLastName: "Lind", attendeeEmail: "tove@example.com" };
  const ticket = await aBookingFor(app, account, session, friend);
  await remove(app, account);
  await app.runJobs();
  expect(app.sentMails.filter(({ to }) => to === "tove@example.com").map(({ subject }) => subject)).toEqual([
    "Your booking is cancelled: Evening Wind-Down",
  ]);
  expect(await read(app, ticket.id)).toMatchObject({ status: "cancelled", attendeeFirstName: "Deleted" });
});

test("refunds payments in full that arrive afterwards, for a booking and a collection", async ({ app }) => {
  const account = await anAccount(app.db);
  const session = await aSession(app.db, { startTime: inHours(app, 100) });
  const asked = app.as(actingAs(account));
  const form = aBookingOf(session);
  await asked.bookings.create(form);
  await asked.purchases.create(aPurchaseForm());
  const open = await app.db.select().from(payments);
  expect(open).toHaveLength(2);
  // The site ends these checkouts while they can still be paid at Stripe.
  await app.db.update(payments).set({ state: "cancelled" });
  await app.db.update(sessionBookings).set({ status: "cancelled", paymentStatus: "cancelled" });
  await app.db.execute("update purchases set status = 'cancelled'");
  await remove(app, account);
  for (const { stripeCheckoutSessionId } of open) await app.stripe.control.payNow(stripeCheckoutSessionId!);
  await expect.poll(() => app.db.$count(refunds)).toBe(2);
  await app.runJobs();
  const back = await app.db.select().from(refunds).orderBy(desc(refunds.amountMinor));
  expect(back.map(({ amountMinor, reason, state }) => [amountMinor, reason, state])).toEqual([
    [5100, "late_payment", "succeeded"],
    [1800, "late_payment", "succeeded"],
  ]);
  const [booking] = await app.db.select().from(sessionBookings);
  expect(booking).toMatchObject({ status: "cancelled", attendeeFirstName: "Deleted" });
  expect(app.sentMails.filter(({ to }) => to !== app.services.settings.adminEmail)).toEqual([]);
  expect(await columnsContaining(app.db, [account.email, "Okafor", "Donnelly"])).toEqual([]);
});

test("treats a later sign-up with the same address as a new member", async ({ app }) => {
  const { account, browser } = await aMemberWithHistory(app);
  await browser.api.profile.deleteAccount({ currentPassword: password });
  const again = await anAccount(app.db, { email: account.email, fullName: "Another Name" });
  const fresh = await signedInBrowser(app, again);
  const data = await fresh.api.profile.exportData();
  expect(data).toMatchObject({ bookings: [], purchases: [], waitlistEntries: [], mails: [], changesByHand: [] });
  expect(data.playbackPositions).toEqual([]);
  const { code } = await refusalOf(
    app.browser().api.accounts.signIn({ email: `deleted-${account.id}@deleted.invalid`, password }),
  );
  expect(code).toBe("invalid_credentials");
});

test("closes a deleted account to sessions, links, codes and feeds", async ({ app }) => {
  const { account, browser } = await aMemberWithHistory(app);
  const other = await signedInBrowser(app, await anAccount(app.db));
  await remove(app, account);
  expect([await signedInEmail(browser), await signedInEmail(other)]).toEqual([null, expect.any(String)]);
  const address = `deleted-${account.id}@deleted.invalid`;
  const visitor = app.browser().api;
  await visitor.accounts.requestSignInLink({ email: address });
  await visitor.accounts.signUp({ firstName: "A", lastName: "B", email: address, password });
  await app.runJobs();
  expect(await app.db.$count(outboxEmails, eq(outboxEmails.recipient, address))).toBeLessThan(10);
  expect(app.sentMails.filter(({ to }) => to === address)).toEqual([]);
  const feed = visitor.calendar.memberFeed({ key: account.calendarKey! });
  await expect(feed).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test.for([{ refund: true }, { refund: false }])(
  "refunds or keeps the money as the instructor decides: %o",
  async ({ refund }, { app }) => {
    const admin = await anAccount(app.db, { role: "admin" });
    const account = await anAccount(app.db);
    const session = await aSession(app.db, { startTime: inHours(app, 5) });
    const booking = await aBookingFor(app, account, session);
    await aPaymentFor(app, booking);
    await deleteAccount(app.services, account.id, {
      actorId: admin.id,
      adminDecision: { refund },
      reason: `${account.fullName} wrote to me`,
    });
    expect(await app.db.$count(refunds)).toBe(refund ? 1 : 0);
    const row = await read(app, booking.id);
    expect([row.status, row.archivedAt, row.refundWaivedAt]).toEqual([
      "cancelled",
      app.clock.now(),
      refund ? null : app.clock.now(),
    ]);
    const [entry] = await app.db.select().from(auditEntries).where(eq(auditEntries.action, "user.deleted"));
    expect(entry).toMatchObject({ actorId: admin.id, subjectId: account.id, reason: "Deleted member wrote to me" });
  },
);
