import { sql } from "drizzle-orm";
import { auditEntries, purchases, discountCodes, liveSessions, outboxEmails, sessionBookings, users } from "@db/schema";
import { seedLarge } from "@dev/seed/large/seed-large";
import { runSeedCommand } from "@server/commands/seed";
import { anAccount } from "../../../support/accounts";
import { expect, test } from "../../../support/database";

const sizes = { users: 50, sessions: 60, bookings: 400, purchases: 70, codes: 9, mails: 30, auditEntries: 20 };
const sowing = { sizes, now: new Date("2026-11-20T21:45:00Z"), timeZone: "Europe/London" };

test("creates the given numbers once, with no session over its places", async ({ db }) => {
  await anAccount(db, { role: "admin", passwordHash: null });
  expect(await seedLarge(db, sowing)).toBe(true);
  const count = async () => ({
    users: (await db.$count(users)) - 1,
    sessions: await db.$count(liveSessions),
    bookings: await db.$count(sessionBookings),
    purchases: await db.$count(purchases),
    codes: await db.$count(discountCodes),
    mails: await db.$count(outboxEmails),
    auditEntries: await db.$count(auditEntries),
  });
  expect(await count()).toEqual(sizes);
  expect(await seedLarge(db, sowing)).toBe(false);
  expect(await count()).toEqual(sizes);
  const { rows } = await db.execute(sql`
    select sessions.id from live_sessions as sessions join session_bookings as bookings on session_id = sessions.id
    where status <> 'cancelled' group by sessions.id having count(*) > max_attendees`);
  expect(rows).toEqual([]);
  const { rows: books } = await db.execute(sql`
    select count(*) filter (where payment_status = 'paid' and total_minor <> coalesce(amount_minor, 0)) as unpaid,
      count(*) filter (where payment_status not in ('paid', 'refunded') and amount_minor is not null) as overpaid
    from session_bookings as bookings left join payments on booking_id = bookings.id`);
  expect(books).toEqual([{ unpaid: "0", overpaid: "0" }]);
});

test("leaves a live site alone", async () => {
  await expect(runSeedCommand({ MODE: "live" })).rejects.toThrow(/never runs with MODE=live/);
});
