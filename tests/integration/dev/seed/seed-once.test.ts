import { inArray, sql } from "drizzle-orm";
import { closeDatabase, openDatabase, type Database } from "@db/client";
import { discountCodes, liveSessions, payments, products, sessionBookings, users } from "@db/schema";
import { expect, test } from "../../../support/database";
import { aDemoSower } from "../../../support/demo-sower";

const { sow } = await aDemoSower();

const contents = async (db: Database) => ({
  users: await db.$count(users),
  sessions: await db.$count(liveSessions),
  codes: await db.$count(discountCodes),
  bookings: await db.$count(sessionBookings),
  payments: await db.$count(payments),
});

test("seeds once when run twice", async ({ db }) => {
  await sow(db);
  const before = await contents(db);
  expect(await sow(db)).toBe(false);
  expect(await contents(db)).toEqual(before);
});

test("seeds once when two processes start at once", async ({ db, databaseUrl }) => {
  const otherProcess = openDatabase(databaseUrl, { max: 1 });
  try {
    const outcomes = await Promise.all([sow(db), sow(otherProcess), sow(db)]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  } finally {
    await closeDatabase(otherProcess);
  }
  expect(await contents(db)).toMatchObject({ users: 3, sessions: 24, codes: 5 });
});

test("leaves a database in use alone", async ({ db }) => {
  await db.insert(users).values({ email: "first@example.com", fullName: "First Member" });
  expect(await sow(db)).toBe(false);
  expect(await contents(db)).toEqual({ users: 1, sessions: 0, codes: 0, bookings: 0, payments: 0 });
});

test("keeps a session's id and picture from one demo to the next, and a booking's id secret", async ({ db }) => {
  await sow(db);
  const first = await db.select({ id: liveSessions.id }).from(liveSessions).orderBy(liveSessions.id);
  const firstBookings = await db.select({ id: sessionBookings.id }).from(sessionBookings);
  await db.execute(sql`truncate
    users, live_sessions, session_categories, discount_codes, recordings, resource_files, site_pages cascade`);
  await db.delete(products).where(inArray(products.kind, ["resource", "course"]));
  await sow(db);
  expect(await db.select({ id: liveSessions.id }).from(liveSessions).orderBy(liveSessions.id)).toEqual(first);
  const known = new Set(firstBookings.map(({ id }) => id));
  const again = await db.select({ id: sessionBookings.id }).from(sessionBookings);
  expect(again.filter(({ id }) => known.has(id))).toEqual([]);
});
