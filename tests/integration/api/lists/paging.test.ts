import { auditEntries, outboxEmails } from "@db/schema";
import { seedLarge } from "@dev/seed/large/seed-large";
import { pageLength } from "@server/core/pagination";
import { desc } from "drizzle-orm";
import { aMember } from "../../../support/members";
import { expect, test, type TestApp } from "../../../support/test-app";

type Api = Awaited<ReturnType<typeof aMember>>["api"];
type Part = { ids: string[]; total: number };

const count = 65;

async function aSeededAdmin(app: TestApp): Promise<Api> {
  const { api } = await aMember(app, { role: "admin" });
  const each = { users: count, sessions: count, bookings: count, purchases: 2 * count, codes: count };
  const sizes = { ...each, mails: count, auditEntries: count };
  await seedLarge(app.db, { sizes, now: app.clock.now(), timeZone: "Europe/London" });
  return api;
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** Lists in two orders, of which one is the reverse of the other. */
const lists: Record<string, (api: Api, page: number, isReversed: boolean) => Promise<Part>> = {
  users: async (api, page, isReversed) => {
    const { users, page: found } = await api.users.list({ page, sort: isReversed ? "-name" : "name" });
    return { ids: idsOf(users), total: found.total };
  },
  people: async (api, page, isReversed) => {
    const { people, page: found } = await api.people.list({ page, sort: isReversed ? "" : "last" });
    return { ids: people.map(({ key }) => key), total: found.total };
  },
  "bookings by their sessions": async (api, page, isReversed) => {
    const { bookings, page: found } = await api.orders.listBookings({ page, sort: isReversed ? "-start" : "start" });
    return { ids: idsOf(bookings), total: found.total };
  },
  "orders by their customers": async (api, page, isReversed) => {
    const { orders, page: found } = await api.orders.list({ page, sort: isReversed ? "-customer" : "customer" });
    return { ids: idsOf(orders), total: found.total };
  },
  purchases: async (api, page, isReversed) => {
    const sort = isReversed ? "" : "date";
    const { purchases, page: found } = await api.orders.listPurchases({ collection: "birth", page, sort });
    return { ids: idsOf(purchases), total: found.total };
  },
};

async function readAll(list: (page: number) => Promise<Part>): Promise<Part> {
  const { ids, total } = await list(1);
  const all = [...ids];
  for (let page = 2; page <= Math.ceil(total / pageLength); page++) all.push(...(await list(page)).ids);
  return { ids: all, total };
}

test("lists everything once and in order, on all pages of either direction", async ({ app }) => {
  const api = await aSeededAdmin(app);
  for (const [name, list] of Object.entries(lists)) {
    const { ids, total } = await readAll((page) => list(api, page, false));
    const reversed = await readAll((page) => list(api, page, true));
    expect(total, name).toBeGreaterThan(2 * pageLength);
    expect(new Set(ids).size, name).toBe(total);
    expect(reversed.ids, name).toEqual(ids.toReversed());
  }
});

test("lists the last mails and audit entries in the order of the others", async ({ app }) => {
  const api = await aSeededAdmin(app);
  const mails = await readAll(async (page) => {
    const { mails, page: found } = await api.mail.list({ page });
    return { ids: idsOf(mails), total: found.total };
  });
  const entries = await readAll(async (page) => {
    const { lines, page: found } = await api.audit.list({ page });
    return { ids: idsOf(lines), total: found.total };
  });
  const newestFirst = (table: typeof outboxEmails | typeof auditEntries) =>
    app.db.select({ id: table.id }).from(table).orderBy(desc(table.createdAt), desc(table.id));
  expect(mails.ids).toEqual(idsOf(await newestFirst(outboxEmails)));
  expect(entries.ids).toEqual(idsOf(await newestFirst(auditEntries)));
});

test("counts and pages no more than a thousand of what a search finds", async ({ app }) => {
  const { api } = await aMember(app, { role: "admin" });
  const sizes = { users: 1100, sessions: 1, bookings: 0, purchases: 0, codes: 0, mails: 0, auditEntries: 0 };
  await seedLarge(app.db, { sizes, now: app.clock.now(), timeZone: "Europe/London" });
  const { page, users } = await api.users.list({ search: "large-", page: 60 });
  expect(page).toEqual({ number: 50, count: 50, from: 981, to: 1000, total: 1000, hasMore: true });
  expect(users).toHaveLength(pageLength);
  expect((await api.users.list({ page: 60 })).page).toEqual({
    number: 56,
    count: 56,
    from: 1101,
    to: 1101,
    total: 1101,
  });
});
