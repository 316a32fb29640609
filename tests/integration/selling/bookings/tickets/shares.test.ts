import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { bookingTickets } from "@db/schema";
import { aSession } from "../../../../support/sessions";
import { expect, test, type TestApp } from "../../../../support/test-app";

/** Inserts a booking as a process of the previous version does, which knows nothing of shares. */
async function aBookingOf(app: TestApp, totalMinor: number, quantity: number): Promise<string> {
  const { id } = await aSession(app.db, { priceMinor: 2200, maxAttendees: 20 });
  const { rows } = await app.db.execute<{ id: string }>(sql`
    insert into session_bookings (session_id, attendee_first_name, attendee_last_name, attendee_email, status,
      payment_status, form_key, list_price_minor, total_minor, currency, time_zone, quantity)
    values (${id}, 'A', 'B', 'a@example.com', 'pending', 'pending', gen_random_uuid(), ${totalMinor}, ${totalMinor}::int,
      'GBP', 'UTC', ${quantity}::int) returning id`);
  return rows[0]!.id;
}

async function sharesOf({ db }: TestApp, bookingId: string): Promise<number[]> {
  const tickets = await db.query.bookingTickets.findMany({
    where: (row, { eq }) => eq(row.bookingId, bookingId),
    orderBy: (row, { asc }) => asc(row.number),
  });
  return tickets.map(({ shareMinor }) => shareMinor);
}

test.for([
  { totalMinor: 1000, quantity: 3, shares: [334, 333, 333] },
  { totalMinor: 0, quantity: 2, shares: [0, 0] },
  { totalMinor: 2199, quantity: 1, shares: [2199] },
  { totalMinor: 10_001, quantity: 6, shares: [1667, 1667, 1667, 1667, 1667, 1666] },
])("gives $quantity tickets even shares of $totalMinor", async ({ totalMinor, quantity, shares }, { app }) => {
  expect(await sharesOf(app, await aBookingOf(app, totalMinor, quantity))).toEqual(shares);
});

const share = (db: Queryable, bookingId: string, number: number, shareMinor: number) =>
  db.execute(sql`update booking_tickets set share_minor = ${shareMinor} where booking_id = ${bookingId}
    and number = ${number}`);

test("refuses shares that do not add up to the total, whatever code writes them", async ({ app }) => {
  const id = await aBookingOf(app, 1000, 2);
  await expect(share(app.db, id, 1, 600)).rejects.toThrow();
  await expect(app.db.execute(sql`update session_bookings set total_minor = 900 where id = ${id}`)).rejects.toThrow();
  await expect(app.db.insert(bookingTickets).values({ bookingId: id, number: 3, shareMinor: 1 })).rejects.toThrow();
  await app.db.transaction(async (tx) => {
    await share(tx, id, 1, 0);
    await share(tx, id, 2, 1000);
  });
  expect(await sharesOf(app, id)).toEqual([0, 1000]);
});

test("control: without the trigger the shares may add up to anything", async ({ app }) => {
  const id = await aBookingOf(app, 1000, 2);
  await app.db.execute(sql`alter table booking_tickets disable trigger booking_tickets_shares`);
  try {
    await share(app.db, id, 1, 600);
    expect(await sharesOf(app, id)).toEqual([600, 500]);
  } finally {
    await app.db.execute(sql`alter table booking_tickets enable trigger booking_tickets_shares`);
  }
});
