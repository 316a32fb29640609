import { sql } from "drizzle-orm";
import { outboxEmails, siteRestores } from "@db/schema";
import { startWorker } from "@server/process/worker";
import { anAccount, signedInBrowser } from "../../../support/accounts";
import { asAdmin, auditedActions } from "../../../support/admin";
import { aPaidBooking } from "../../../support/bookings";
import { serve } from "../../../support/http-app";
import { cookieHeader } from "../../../support/media";
import { aHold, aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

async function pause({ db, clock }: TestApp) {
  await db.insert(siteRestores).values({ madeAt: clock.now(), restoredAt: clock.now() });
}

async function waitingJobs({ db }: TestApp, task: string): Promise<number> {
  const { rows } = await db.execute(sql`select from graphile_worker.jobs where task_identifier = ${task}`);
  return rows.length;
}

test("runs no job on a restored site until Stripe was checked and an admin resumes it", async ({
  app,
  databaseUrl,
}) => {
  const api = await asAdmin(app);
  await aPaidBooking(app, await aSession(app.db));
  const owed = await app.db.$count(outboxEmails);
  expect(owed).toBeGreaterThan(0);
  // A restore brings rows, but no jobs.
  await app.db.execute(sql`delete from graphile_worker._private_jobs`);
  await app.db.update(outboxEmails).set({ createdAt: sql`now() - interval '1 hour'` });
  await pause(app);
  const worker = await startWorker(app.services, databaseUrl, { pollInterval: 20 });
  expect(await waitingJobs(app, "reconcile-payments")).toBe(0);
  await expect(api.backups.resume()).rejects.toThrow("Check Stripe first");
  expect(app.sentMails).toEqual([]);
  await api.backups.reconcile();
  await api.backups.resume();
  await expect.poll(() => app.sentMails.length, { timeout: 10_000 }).toBe(owed);
  await worker.stop();
  expect(await auditedActions(app)).toEqual(expect.arrayContaining(["backup.reconciled", "backup.resumed"]));
});

test("stops while it is paused", async ({ app, databaseUrl }) => {
  await pause(app);
  const worker = await startWorker(app.services, databaseUrl);
  await worker.stop();
  expect(await waitingJobs(app, "reconcile-payments")).toBe(0);
});

test("learns from Stripe what was paid after the backup, and sends no refund", async ({ app }) => {
  const api = await asAdmin(app);
  const session = await aSession(app.db);
  const { bookingId, checkoutId } = await aHold(app, session);
  await pause(app);
  await app.stripe.control.payNow(checkoutId);
  const statusOf = async (id: string) =>
    (await app.db.query.sessionBookings.findFirst({ where: (row, { eq }) => eq(row.id, id) }))?.status;
  await expect.poll(() => statusOf(bookingId)).toBe("completed");

  // As before the payment, and as if a second booking had never been saved.
  await app.db.execute(sql`update payments set state = 'open', paid_at = null, stripe_payment_intent_id = null,
    created_at = now() - interval '10 minutes'`);
  await app.db.execute(sql`update session_bookings set status = 'pending', payment_status = 'pending'`);
  const lost = await aPaidBooking(app, session);
  await app.db.execute(sql`delete from payments where booking_id = ${lost.id}`);
  await app.db.execute(sql`delete from session_bookings where id = ${lost.id}`);

  expect(await api.backups.reconcile()).toEqual({ unknownPayments: 1 });
  expect(await statusOf(bookingId)).toBe("completed");
  expect(await api.backups.list()).toMatchObject({ pause: { unknownPayments: 1 } });
});

test("admits only admins to a paused site, and everyone once it is resumed", async ({ app }) => {
  await pause(app);
  const { url, stop } = await serve(app.services);
  const headersOf = async (role: "admin" | "member") =>
    cookieHeader(await signedInBrowser(app, await anAccount(app.db, { role })));
  const [admin, member] = [await headersOf("admin"), await headersOf("member")];
  const statusOf = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(url + path, { headers, redirect: "manual" })).status;
  expect(await statusOf("/me")).toBe(503);
  expect(await statusOf("/me", member)).toBe(503);
  expect(await statusOf("/api/trpc/schedule.listFeed")).toBe(503);
  expect(await statusOf("/sign-in")).not.toBe(503);
  expect(await statusOf("/me", admin)).toBe(200);
  await app.db.update(siteRestores).set({ confirmedAt: app.clock.now() });
  expect(await statusOf("/me", member)).toBe(200);
  await stop();
});
