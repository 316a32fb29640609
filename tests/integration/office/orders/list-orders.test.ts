import { randomUUID } from "node:crypto";
import { sql, TransactionRollbackError } from "drizzle-orm";
import { vi } from "vitest";
import { purchases, sessionBookings } from "@db/schema";
import { anAccount } from "../../../support/accounts";
import { countOrders, findOrders } from "@server/office/orders/find-orders";
import type { ProductKind } from "@server/catalogue/products/kinds/kind";
import { asAdmin } from "../../../support/admin";
import { aCourseOf, someDates } from "../../../support/courses";
import { linesOfCsv } from "../../../support/csv";
import { aGiftCardOnSale } from "../../../support/gift-cards";
import { aPlan } from "../../../support/memberships";
import { aPassOnSale } from "../../../support/passes";
import { aPurchase } from "../../../support/recordings";
import { aResource } from "../../../support/resources";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";
import { boughtCollection } from "../../../support/products";

type NewBooking = Partial<typeof sessionBookings.$inferInsert>;

async function aBooking({ db }: TestApp, sessionId: string, values: NewBooking = {}) {
  const [booking] = await db
    .insert(sessionBookings)
    .values({
      sessionId,
      attendeeFirstName: "Hannah",
      attendeeLastName: "Okafor",
      attendeeEmail: "hannah@example.com",
      status: "completed",
      paymentStatus: "paid",
      formKey: randomUUID(),
      timeZone: "Europe/London",
      listPriceMinor: 1800,
      totalMinor: 1440,
      currency: "GBP",
      discountMinor: 360,
      appliedDiscountCode: "WINTER20",
      discountTerms: { type: "percentage", percentage: 20 },
      ...values,
    })
    .returning();
  return booking!;
}

const day = (date: string) => new Date(`${date}T12:00:00Z`);

async function fourOrders(app: TestApp) {
  const session = await aSession(app.db, { title: "Evening 100% Wind-Down" });
  await aBooking(app, session.id, { createdAt: day("2026-11-21") });
  const pending = { status: "pending", paymentStatus: "pending", attendeeEmail: "tomas@example.com" } as const;
  await aBooking(app, session.id, { createdAt: day("2026-11-19"), attendeeFirstName: "Tomas", ...pending });
  await aPurchase(app.db, await anAccount(app.db), { createdAt: day("2026-11-20") });
  const free = { collection: "stress", status: "free", totalMinor: 0 } as const;
  await aPurchase(app.db, await anAccount(app.db, { fullName: "Ada Lindholm" }), {
    createdAt: day("2026-11-18"),
    ...free,
  });
  await aBooking(app, session.id, { archivedAt: new Date() });
  await app.db.insert(purchases).values({
    ...boughtCollection("birth"),
    customerName: "Gone",
    customerEmail: "gone@example.com",
    status: "failed",
    formKey: randomUUID(),
    listPriceMinor: 1,
    totalMinor: 1,
    currency: "EUR",
    archivedAt: new Date(),
  });
}

test("lists bookings and purchases together, newest first, with the agreed price", async ({ app }) => {
  const admin = await asAdmin(app);
  await fourOrders(app);
  const { orders, counts, page } = await admin.orders.list({});
  expect(orders.map(({ date, item }) => `${date} ${item}`)).toEqual([
    "Sat, Nov 21, 2026 Evening 100% Wind-Down",
    "Fri, Nov 20, 2026 Birth recordings",
    "Thu, Nov 19, 2026 Evening 100% Wind-Down",
    "Wed, Nov 18, 2026 Stress and sleep recordings",
  ]);
  expect(orders[0]).toMatchObject({
    kind: "booking",
    customer: "Hannah Okafor",
    email: "hannah@example.com",
    price: "£14.40",
    status: "paid",
    discount: { code: "WINTER20", terms: "(20% off)" },
    steps: ["cancelled"],
  });
  expect(orders.map(({ steps }) => steps)[2]).toEqual(["paid", "free", "failed", "cancelled"]);
  expect([counts, page.total]).toEqual([{ all: 4, sessions: 2, recordings: 2, owed: 0 }, 4]);
});

test("filters by tab, search, status and days", async ({ app }) => {
  const admin = await asAdmin(app);
  await fourOrders(app);
  const found = async (filter: Record<string, string>) =>
    (await admin.orders.list(filter)).orders.map(({ customer, kind }) => `${customer} ${kind}`);
  expect(await found({ tab: "recordings" })).toEqual(["Maeve Donnelly purchase", "Ada Lindholm purchase"]);
  expect(await found({ search: "hannah oka" })).toEqual(["Hannah Okafor booking"]);
  expect(await found({ search: "TOMAS@" })).toEqual(["Tomas Okafor booking"]);
  expect(await found({ search: "100% w" })).toHaveLength(2);
  expect(await found({ search: "1%0" })).toEqual([]);
  expect(await found({ search: "sleep" })).toEqual(["Ada Lindholm purchase"]);
  expect(await found({ status: "pending" })).toEqual(["Tomas Okafor booking"]);
  expect(await found({ status: "free" })).toEqual(["Ada Lindholm purchase"]);
  expect(await found({ from: "2026-11-19", until: "2026-11-20" })).toHaveLength(2);
  expect(await found({ from: "2026-02-31", status: "none", tab: "none" })).toHaveLength(4);
  expect((await admin.orders.list({ search: "sleep", tab: "sessions" })).counts).toEqual({
    all: 1,
    sessions: 0,
    recordings: 1,
    owed: 0,
  });
});

test("lists, finds and counts a kind of orders that only the view knows", async ({ app }) => {
  await fourOrders(app);
  const id = randomUUID();
  const pass = sql`select 'pass', 'recordings', ${sql.raw(`'${id}'`)}::uuid, null::uuid, 'Zora Neale', 'zora@example.com', 'zora neale',
    'Zora Neale zora@example.com', null::uuid, 'Ten evenings', 'paid'::booking_payment_status, false, 9000,
    'GBP'::currency, '2026-11-22T12:00:00Z'::timestamptz, null::timestamptz`;
  const ofAll = { tab: "", search: "", status: "", from: "", until: "" } as const;
  const selections = [
    ofAll,
    { ...ofAll, search: "ten even" },
    { ...ofAll, search: "zora" },
    { ...ofAll, tab: "sessions" },
  ] as const;
  await app.db
    .transaction(async (tx) => {
      await tx.execute(sql`create temporary view orders as select * from public.orders union all ${pass}`);
      const found = [];
      for (const filter of selections) {
        const selection = { filter, timeZone: "Europe/London" };
        const ids = (await findOrders(tx, selection, { limit: 20 })).map((order) => order.id);
        found.push({ at: ids.indexOf(id), of: ids.length, ...(await countOrders(tx, selection)) });
      }
      expect(found).toEqual([
        { at: 0, of: 5, sessions: 2, recordings: 3, owed: 0 },
        { at: 0, of: 1, sessions: 0, recordings: 1, owed: 0 },
        { at: 0, of: 1, sessions: 0, recordings: 1, owed: 0 },
        { at: -1, of: 2, sessions: 2, recordings: 3, owed: 0 },
      ]);
      tx.rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TransactionRollbackError)) throw error;
    });
});

test("calls every kind of order by its own name, in the list, on its page and in the file", async ({ app }) => {
  const admin = await asAdmin(app);
  const session = await aSession(app.db);
  const resource = await aResource({ db: app.db, storage: app.services.storage });
  const ofResource = { productId: resource.id, productKind: "resource", productTitle: resource.title } as const;
  const pass = await aPassOnSale(app.db);
  const ofPass = { productId: pass.id, productKind: "pass", productTitle: pass.title } as const;
  const card = await aGiftCardOnSale(app.db);
  const course = await aCourseOf(app.db, await someDates(app.db));
  const ofCourse = { productId: course.id, productKind: "course", productTitle: course.title } as const;
  const plan = await aPlan(app.db);
  const ofPlan = { productId: plan.id, productKind: "membership", productTitle: plan.title } as const;
  const ofCard = { productId: card.id, productKind: "gift_card", productTitle: card.title } as const;
  // A new kind is a line here.
  const orders: Record<ProductKind | "session", { id: string; words: [string, string] }> = {
    session: { id: (await aBooking(app, session.id)).id, words: ["Session", "session"] },
    collection: { id: (await aPurchase(app.db, null)).id, words: ["Recording", "collection"] },
    resource: { id: (await aPurchase(app.db, null, ofResource)).id, words: ["Resource", "resource"] },
    pass: { id: (await aPurchase(app.db, null, ofPass)).id, words: ["Pass", "pass"] },
    gift_card: { id: (await aPurchase(app.db, null, ofCard)).id, words: ["Gift card", "gift card"] },
    course: { id: (await aPurchase(app.db, null, ofCourse)).id, words: ["Course", "course"] },
    membership: { id: (await aPurchase(app.db, null, ofPlan)).id, words: ["Membership", "membership"] },
  };
  const listed = (await admin.orders.list({})).orders;
  const { csv } = await admin.orders.export({});
  for (const [product, { id, words }] of Object.entries(orders)) {
    const kind = product === "session" ? "booking" : "purchase";
    const page = await admin.orders.get({ kind, id });
    expect([listed.find((order) => order.id === id)?.type, page.product.noun]).toEqual(words);
    const line = linesOfCsv(csv).find((row) => row.includes(id.slice(0, 8).toUpperCase()));
    expect(line).toContain(`,${words[0]},`);
  }
});

test("runs the same number of queries for any number of orders", async ({ app }) => {
  const admin = await asAdmin(app);
  await fourOrders(app);
  const query = vi.spyOn(app.db.$client, "query");
  const count = async () => {
    query.mockClear();
    await admin.orders.list({});
    return query.mock.calls.length;
  };
  expect(await count()).toBe(11);
  await fourOrders(app);
  expect(await count()).toBe(11);
});

test("exports every selected order once, over any number of parts", async ({ app }) => {
  const admin = await asAdmin(app);
  const session = await aSession(app.db, { title: '=cmd|"/c calc"' });
  const { id } = await aBooking(app, session.id);
  await app.db.execute(sql`insert into session_bookings (session_id, attendee_first_name, attendee_last_name,
      attendee_email, status, payment_status, form_key, list_price_minor, total_minor, currency, time_zone, created_at)
    select session_id, 'Nr', n, n || '@example.com', status, payment_status, gen_random_uuid(), 1800, 1800, currency,
      time_zone, created_at + (n % 7) * interval '1 microsecond'
    from session_bookings, generate_series(1, 600) as n where id = ${id}`);
  const parts = [];
  for (let after = null; ;) {
    const { csv, next } = await admin.orders.export({ after });
    parts.push(csv);
    if (!next) break;
    after = next as never;
  }
  const lines = linesOfCsv(parts.join(""));
  expect([parts.length, lines.length]).toEqual([4, 602]);
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines[0]).toBe(
    "Date,Customer,Email,Item,Type,Tickets,Rates,Credits,Pass,List price,Discount code,Discount,Price,Currency,Status,Refunded,Reference,Stripe fee,Net,Net currency,Still to refund,Taken back by the bank,Dispute fee (part of Stripe fee),Income (as in Insights)",
  );
  expect(lines.find((line) => line.includes("Hannah"))).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d,Hannah Okafor,hannah@example\.com,'=cmd\|"\/c calc",Session,1,,,,18\.00,WINTER20,20% off,14\.40,GBP,paid,0\.00,[0-9A-F]{8},,,,0\.00,0\.00,,0\.00$/,
  );
});

test("lists every booking with its session, searchable by either", async ({ app }) => {
  const admin = await asAdmin(app);
  await fourOrders(app);
  const { bookings, page } = await admin.orders.listBookings({});
  expect(page.total).toBe(2);
  expect(bookings[0]).toMatchObject({
    attendee: "Hannah Okafor",
    session: "Evening 100% Wind-Down",
    status: "completed",
    paymentStatus: "paid",
    price: "£14.40",
  });
  expect((await admin.orders.listBookings({ search: "tomas" })).page.total).toBe(1);
  expect((await admin.orders.listBookings({ search: "wind-down" })).page.total).toBe(2);
});
