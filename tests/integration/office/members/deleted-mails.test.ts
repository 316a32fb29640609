import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { outboxEmails, sessionBookings, users } from "@db/schema";
import { deleteAccount } from "@server/office/deletion/delete-account";
import { recordFraudWarning } from "@server/payments/disputes";
import { anAccount } from "../../../support/accounts";
import { aMemberWithHistory, inHours, columnsContaining } from "../../../support/profile";
import { actingAs } from "../../../support/recordings";
import { aBookingOf, aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const confirmation = "booking-confirmation";
const remove = (app: TestApp, { id }: { id: string }) =>
  deleteAccount(app.services, id, { actorId: id, adminDecision: null });

test("deletes a corrected address with the account from all mails", async ({ app }) => {
  const account = await anAccount(app.db, { fullName: "Marguerite Oyelaran", email: "marguerite@post.example" });
  const mistyped = ["margerite@post.example", "marguerite@psot.example"];
  const session = await aSession(app.db, { priceMinor: 0, startTime: inHours(app, 100) });
  const form = { ...aBookingOf(session), firstName: "Marguerite", lastName: "Oyelaran", email: mistyped[0]! };
  await app.as().bookings.create(form);
  const [booking] = await app.db.select().from(sessionBookings);
  const admin = await anAccount(app.db, { role: "admin" });
  const api = app.as(actingAs(admin));
  for (const email of [mistyped[1]!, account.email]) {
    // A sent mail is copied to the new address; the instructor's mail is still waiting.
    await app.db.update(outboxEmails).set({ sentAt: app.clock.now() }).where(eq(outboxEmails.template, confirmation));
    await api.bookings.attendees.correctAddress({ bookingId: booking!.id, email });
  }
  await app.db.update(outboxEmails).set({ sentAt: app.clock.now() }).where(eq(outboxEmails.template, confirmation));
  const [mail] = await app.db.select().from(outboxEmails).where(eq(outboxEmails.recipient, account.email));
  await api.mail.resend({ id: mail!.id, formKey: randomUUID() });
  const words = [...mistyped, account.email, "Oyelaran"];
  expect(await columnsContaining(app.db, mistyped)).toContain("outbox_emails.recipient");
  await remove(app, account);
  expect(await columnsContaining(app.db, words)).toEqual([]);
});

test("deletes a mail about a suspected fraud with the account", async ({ app }) => {
  const { account, booking, payment } = await aMemberWithHistory(app);
  const mistyped = "margerite@psot.example";
  const setAddress = (attendeeEmail: string) =>
    app.db.update(sessionBookings).set({ attendeeEmail }).where(eq(sessionBookings.id, booking.id));
  await setAddress(mistyped);
  await recordFraudWarning(app.services, {
    id: "issfr_1",
    payment_intent: payment.stripePaymentIntentId,
    fraud_type: "misc",
    actionable: true,
    created: 1,
  } as Stripe.Radar.EarlyFraudWarning);
  await app.runJobs();
  expect(app.sentMails.at(-1)!.text).toContain(mistyped);
  await setAddress(account.email);
  await remove(app, account);
  expect(await columnsContaining(app.db, ["Marguerite", account.email, mistyped])).toEqual([]);
});

test("deletes mails to the account's former and requested addresses", async ({ app }) => {
  const account = await anAccount(app.db, { email: "before@post.example" });
  const admin = await anAccount(app.db, { role: "admin" });
  const api = app.as(actingAs(admin));
  await api.users.sendReset({ id: account.id });
  const { version, fullName } = await api.users.get({ id: account.id });
  const change = { id: account.id, fullName, version, subscriptionStatus: "free" as const };
  await api.users.update({ ...change, email: "never@post.example" });
  await app.runJobs();
  await app.db.update(users).set({ email: "now@post.example" }).where(eq(users.id, account.id));
  await remove(app, account);
  expect(await columnsContaining(app.db, ["@post.example"])).toEqual([]);
});
