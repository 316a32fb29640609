import { test } from "../../../support/app-with-recordings";
import { eq, sql } from "drizzle-orm";
import { auditEntries, discountCodes, refunds, sessionBookings, users } from "@db/schema";
import { lockSession } from "@server/catalogue/schedule/find-session";
import { deleteAccount } from "@server/office/deletion/delete-account";
import { anAccount, refusalOf } from "../../../support/accounts";
import { aBookingFor, aPaymentFor, inHours, columnsContaining } from "../../../support/profile";
import { actingAs, aPurchaseForm } from "../../../support/recordings";
import { aBookingOf, aSession } from "../../../support/sessions";
import { expect, type TestApp } from "../../../support/test-app";
import { aFullSession, anEntryFor } from "../../../support/waitlist";

const remove = (app: TestApp, account: { id: string }) =>
  deleteAccount(app.services, account.id, { actorId: account.id, adminDecision: null });

test("keeps one of two admins who delete their accounts at the same moment", async ({ app }) => {
  const admins = [await anAccount(app.db, { role: "admin" }), await anAccount(app.db, { role: "admin" })];
  const outcomes = await Promise.allSettled(admins.map((admin) => remove(app, admin)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await app.db.$count(users, eq(users.role, "admin"))).toBe(1);
});

test("deletes once when confirmed twice at the same moment", async ({ app }) => {
  const account = await anAccount(app.db);
  const session = await aSession(app.db, { startTime: inHours(app, 100) });
  await aPaymentFor(app, await aBookingFor(app, account, session));
  const outcomes = await Promise.allSettled([remove(app, account), remove(app, account), remove(app, account)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(await app.db.$count(refunds)).toBe(1);
  expect(await app.db.$count(auditEntries, eq(auditEntries.action, "user.deleted"))).toBe(1);
  expect((await refusalOf(remove(app, account))).code).toBe("not_found");
});

test("leaves no booking, purchase or waitlist entry that was made during the deletion", async ({ app }) => {
  for (const [round, isBuying] of [false, true, false, true, false].entries()) {
    const name = `Marguerite${round}`;
    const account = await anAccount(app.db, { fullName: `${name} Oyelaran` });
    const later = (hours: number) => aSession(app.db, { priceMinor: 0, startTime: inHours(app, hours) });
    const sessions = [await later(100), await later(101), await later(102), await later(103)];
    const full = await aFullSession(app);
    await aBookingFor(app, account, sessions[0]!);
    const asked = app.as(actingAs(account));
    const book = (session: (typeof sessions)[number]) => asked.bookings.create(aBookingOf(session));
    const buy = () => asked.purchases.create(aPurchaseForm());
    const [deletion, ...others] = await Promise.allSettled([
      remove(app, account),
      ...sessions.map(book),
      asked.waitlist.join(anEntryFor(full, { email: account.email })),
      ...(isBuying ? [buy()] : []),
    ]);
    for (const other of others) {
      const refusal = other.status === "rejected" && (await refusalOf(Promise.reject(other.reason as Error)));
      if (refusal) expect(refusal.code).toMatch(/^(unauthenticated|busy)$/);
    }
    if (isBuying && deletion.status === "rejected") {
      // The purchase came first and waits for its payment.
      expect(await refusalOf(Promise.reject(deletion.reason as Error))).toMatchObject({ code: "closed" });
      continue;
    }
    expect(deletion).toEqual({ status: "fulfilled", value: undefined });
    expect(await columnsContaining(app.db, [account.email, name])).toEqual([]);
    const hers = await app.db.select().from(sessionBookings).where(eq(sessionBookings.userId, account.id));
    expect(new Set(hers.map(({ status, attendeeFirstName }) => `${status} ${attendeeFirstName}`))).toEqual(
      new Set(["cancelled Deleted"]),
    );
  }
});

test("refuses a booking that arrives during the deletion", async ({ app }) => {
  const account = await anAccount(app.db);
  const session = await aSession(app.db, { priceMinor: 0, startTime: inHours(app, 100) });
  let booking: Promise<unknown> | undefined;
  await app.db.transaction(async (tx) => {
    await lockSession(tx, session.id);
    booking = app.as(actingAs(account)).bookings.create(aBookingOf(session));
    booking.catch(() => undefined);
    await expect.poll(() => waiting(app)).toBe(1);
    await remove(app, account);
  });
  expect((await refusalOf(booking!)).code).toBe("unauthenticated");
  expect(await app.db.$count(sessionBookings)).toBe(0);
});

test("cancels a booking that completes while the deletion waits", async ({ app }) => {
  const account = await anAccount(app.db);
  const session = await aSession(app.db, { startTime: inHours(app, 100) });
  const [code] = await app.db
    .insert(discountCodes)
    .values({ code: "GIFT", discountType: "percentage", discountPercentage: 100 })
    .returning();
  let both: Promise<unknown[]> | undefined;
  await app.db.transaction(async (tx) => {
    await tx.select().from(discountCodes).where(eq(discountCodes.id, code!.id)).for("update");
    const form = { ...aBookingOf(session), quote: "GBP:0", discountCode: "GIFT", email: account.email };
    const booking = app.as(actingAs(account)).bookings.create(form);
    await expect.poll(() => waiting(app)).toBe(1);
    both = Promise.all([booking, remove(app, account)]);
    await expect.poll(() => waiting(app)).toBe(2);
  });
  await both;
  const [row] = await app.db.select().from(sessionBookings);
  expect(row).toMatchObject({ status: "cancelled", attendeeFirstName: "Deleted" });
});

async function waiting({ db }: TestApp): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]!.count;
}
