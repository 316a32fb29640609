import { eq, sql } from "drizzle-orm";
import { vi } from "vitest";
import { users } from "@db/schema";
import { seedLarge } from "@dev/seed/large/seed-large";
import { aFreeBooking } from "../../../support/bookings";
import { emptyTables } from "../../../support/database";
import { aMember } from "../../../support/members";
import { aRecording } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";
import { productIds } from "../../../support/products";

/** Creates rows for every list of the back office; those of a session's lists belong to one session. */
async function aWorldOf(app: TestApp, count: number) {
  await emptyTables(app.db);
  const { api } = await aMember(app, { role: "admin" });
  const each = { users: count, sessions: count, bookings: count, purchases: count, codes: count };
  const sizes = { ...each, mails: count, auditEntries: count };
  await seedLarge(app.db, { sizes, now: app.clock.now(), timeZone: "Europe/London" });
  const { id: sessionId } = await aSession(app.db);
  await app.db.execute(sql`insert into session_bookings (session_id, attendee_first_name, attendee_last_name,
      attendee_email, status, payment_status, form_key, list_price_minor, total_minor, currency, time_zone)
    select ${sessionId}, 'Hannah', number, number || '@example.com', 'completed', 'free', gen_random_uuid(), 0, 0, 'GBP',
      'Europe/London' from generate_series(1, ${count}::int) as number`);
  await app.db.execute(sql`insert into session_waitlist (session_id, first_name, last_name, email, time_zone)
    select ${sessionId}, 'Tomas', number, number || '@example.com', 'Europe/London'
    from generate_series(1, ${count}::int) as number`);
  await app.db.execute(sql`select graphile_worker.add_job('deliver-mail', json_build_object('id', number))
    from generate_series(1, ${count}::int) as number`);
  await app.db.execute(sql`update graphile_worker._private_jobs set attempts = 2, last_error = 'no answer'`);
  await app.db.execute(sql`insert into session_categories (name)
    select 'Category ' || number from generate_series(1, ${count}::int) as number`);
  await app.db.execute(sql`insert into products (kind, title, description, price_minor, price_currency)
    select 'resource', 'Workbook ' || number, 'Pages to fill in.', 1200, 'USD' from generate_series(1, ${count}::int) as number`);
  await app.db.execute(sql`insert into recordings (product_id, title, video_url, order_index)
    select ${productIds.birth}::uuid, 'Recording ' || number, 'https://videos.example/' || number, number
    from generate_series(1, ${count}::int) as number`);
  const [member] = await app.db.select({ id: users.id }).from(users).where(eq(users.role, "member")).limit(1);
  return { api, sessionId, memberId: member!.id };
}

type World = Awaited<ReturnType<typeof aWorldOf>>;

const lists: Record<string, (world: World, page: number) => Promise<unknown>> = {
  orders: ({ api }, page) => api.orders.list({ page }),
  "orders that are searched": ({ api }, page) => api.orders.list({ page, search: "large" }),
  "a part of the orders' file": ({ api }) => api.orders.export({}),
  bookings: ({ api }, page) => api.orders.listBookings({ page, search: "large" }),
  purchases: ({ api }, page) => api.orders.listPurchases({ collection: "birth", page }),
  payments: ({ api }, page) => api.payments.listLedger({ page: String(page) }),
  users: ({ api }, page) => api.users.list({ page, search: "large" }),
  sessions: ({ api }, page) => api.sessions.list({ upcoming: page, past: page, search: "e" }),
  attendees: ({ api, sessionId }, page) => api.bookings.attendees.list({ sessionId, page }),
  "the list at the door": ({ api, sessionId }, page) =>
    api.bookings.attendees.listArrivals({ sessionId, search: "hannah", page }),
  "bookings by their sessions": ({ api }, page) => api.orders.listBookings({ page, sort: "-start" }),
  "orders by their customers": ({ api }, page) => api.orders.list({ page, sort: "customer" }),
  waitlist: ({ api, sessionId }, page) => api.waitlist.line.list({ sessionId, page }),
  "audit log": ({ api }, page) => api.audit.list({ page }),
  "the search of the back office": ({ api }) => api.office.search({ search: "large" }),
  "mail log": ({ api }, page) => api.mail.list({ page, search: "large" }),
  "discount codes": ({ api }, page) => api.discounts.list({ page }),
  jobs: ({ api }, page) => api.jobs.list({ page }),
  "a member with her history": ({ api, memberId }) => api.users.get({ id: memberId }),
  "a collection's library": ({ api }) => api.recordings.library.list({ collection: "birth" }),
  "learning resources": ({ api }, page) => api.products.office.list({ kind: "resource", page, search: "work" }),
  categories: ({ api }) => api.categories.list(),
  overview: ({ api }) => api.office.getOverview(),
  insights: ({ api }) => api.insights.get({}),
};

/** Counts the queries of each read; the local Stripe queries its own tables in the meantime. */
async function countQueries<ListReader>(
  app: TestApp,
  reads: Record<string, ListReader>,
  run: (read: ListReader) => Promise<unknown>,
) {
  const query = vi.spyOn(app.db.$client, "query");
  const counts: Record<string, number> = {};
  for (const [name, read] of Object.entries(reads)) {
    query.mockClear();
    await run(read);
    counts[name] = query.mock.calls.filter((call) => !JSON.stringify(call).includes("local_stripe")).length;
  }
  return counts;
}

test(
  "runs as many queries for 300 rows as for 3 in every list of the back office",
  { timeout: 60_000 },
  async ({ app }) => {
    const countAll = async (rows: number, page: number) => {
      const world = await aWorldOf(app, rows);
      return countQueries(app, lists, (list) => list(world, page));
    };
    const few = await countAll(3, 1);
    expect(Object.keys(few).filter((name) => few[name]! < 1)).toEqual([]);
    expect(await countAll(300, 1)).toEqual(few);
    expect(await countAll(300, 2)).toEqual(few);
  },
);

test("runs the same number of queries for any amount of a member's data", async ({ app }) => {
  const { api, user } = await aMember(app);
  const reads = {
    home: () => api.home.get(),
    sessions: () => api.bookings.listMySessions({ when: "upcoming", page: 1 }),
    bookings: () => api.bookings.listMine({ page: 1 }),
    schedule: () => api.schedule.listForMember({ page: 1 }),
    recordings: () => api.recordings.listMine(),
  };
  const counts = () => countQueries(app, reads, (read) => read());
  const add = async () => {
    await aFreeBooking(app, await aSession(app.db, { priceMinor: 0, maxAttendees: 3 }), { user });
    await aRecording(app.db);
  };
  await add();
  const few = await counts();
  for (let nth = 0; nth < 5; nth += 1) await add();
  expect(await counts()).toEqual(few);
  expect(few).toEqual({ home: 6, sessions: 3, bookings: 2, schedule: 7, recordings: 1 });
  // What the content's revision covers is kept.
  expect(await counts()).toEqual({ home: 4, sessions: 3, bookings: 1, schedule: 4, recordings: 1 });
});
