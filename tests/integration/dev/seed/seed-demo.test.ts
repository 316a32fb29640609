import { eq } from "drizzle-orm";
import { DateTime } from "luxon";
import { closeDatabase, openDatabase, type Database } from "@db/client";
import {
  purchases,
  discountCodes,
  liveSessions,
  mediaFiles,
  payments,
  recordingCaptions,
  recordings,
  sessionBookings,
  sessionCategories,
  sessionWaitlist,
  users,
} from "@db/schema";
import { verifyPassword } from "@server/accounts/hash-password";
import { ownedProducts } from "@server/catalogue/entitlements/bought";
import { createTestDatabase, expect, test } from "../../../support/database";
import { readSchedule } from "../../../support/demo-schedule";
import { aDemoSower } from "../../../support/demo-sower";
import { productIds } from "../../../support/products";

const { sow, now, storage } = await aDemoSower();

/** One demo for the tests that only read it. */
const demoTest = test.extend("demo", { scope: "file" }, async ({ postgresUrl }, { onCleanup }) => {
  const { url, drop } = await createTestDatabase(postgresUrl);
  const db = openDatabase(url);
  onCleanup(async () => {
    await closeDatabase(db);
    await drop();
  });
  await sow(db);
  return db;
});

const schedule = (db: Database) => readSchedule(db, now);

test("fills an empty database with a whole schedule", async ({ db }) => {
  expect(await sow(db)).toBe(true);
  const { upcoming, past } = await schedule(db);
  expect([upcoming.length, past.length]).toEqual([16, 8]);
  const categories = await db.select().from(sessionCategories);
  expect(new Set(upcoming.map(({ session }) => session.category))).toEqual(new Set(categories.map(({ name }) => name)));
  expect(categories).toHaveLength(8);
  expect(new Set(upcoming.map(({ session }) => session.city))).toEqual(new Set([null, "London", "Bristol", "Margate"]));
  expect(upcoming.filter(({ session }) => session.isFeatured)).toHaveLength(2);
  const last = upcoming.at(-1)!.session.startTime;
  expect(DateTime.fromJSDate(last).diff(DateTime.fromJSDate(now), "days").days).toBeGreaterThan(75);
});

demoTest("includes prices from free to expensive, one of them entered in euros", async ({ demo: db }) => {
  const { upcoming } = await schedule(db);
  const prices = upcoming.map(({ session }) => session.priceMinor);
  expect(prices).toEqual(expect.arrayContaining([0, 800, 18000]));
  const euros = upcoming.filter(({ session }) => session.enteredCurrency === "EUR");
  expect(euros.map(({ session }) => [session.enteredPriceMinor, session.priceMinor])).toEqual([[2000, 1700]]);
  const pounds = upcoming.filter(({ session }) => session.enteredCurrency === "GBP");
  expect(pounds.every(({ session }) => session.enteredPriceMinor === session.priceMinor)).toBe(true);
});

demoTest(
  "includes one session sold out, one with a single place left and one without a limit",
  async ({ demo: db }) => {
    const { upcoming } = await schedule(db);
    const left = upcoming.map(({ session, taken }) => session.maxAttendees && session.maxAttendees - taken);
    expect(left.filter((places) => places === 0)).toHaveLength(1);
    expect(left.filter((places) => places === 1)).toHaveLength(1);
    expect(left.filter((places) => places === null)).toHaveLength(1);
    const soldOut = upcoming.find(({ session, taken }) => session.maxAttendees === taken)!;
    const attendees = await db.select().from(sessionBookings).where(eq(sessionBookings.sessionId, soldOut.session.id));
    expect(new Set(attendees.map(({ attendeeEmail }) => attendeeEmail)).size).toBe(soldOut.taken);
    expect(attendees.every(({ status, paymentStatus }) => status === "completed" && paymentStatus === "paid")).toBe(
      true,
    );
  },
);

demoTest("puts three people on the waitlist of the session that is sold out", async ({ demo: db }) => {
  const { upcoming } = await schedule(db);
  const soldOut = upcoming.find(({ session, taken }) => session.maxAttendees === taken)!;
  const line = await db.select().from(sessionWaitlist).orderBy(sessionWaitlist.queueNumber);
  expect(line.map(({ sessionId, status }) => [sessionId, status])).toEqual(
    Array(3).fill([soldOut.session.id, "waiting"]),
  );
  const attendees = await db.select().from(sessionBookings).where(eq(sessionBookings.sessionId, soldOut.session.id));
  const booked = attendees.map(({ attendeeEmail }) => attendeeEmail);
  expect(line.filter(({ email }) => booked.includes(email))).toEqual([]);
});

demoTest("describes every session, its location and what to bring", async ({ demo: db }) => {
  const { upcoming, past } = await schedule(db);
  for (const { session } of [...upcoming, ...past]) {
    const { description, whatToBring, locationType, zoomLink, address, city, postCode } = session;
    const texts = description.split("\n\n");
    expect(texts.length).toBeGreaterThanOrEqual(2);
    expect(texts.length).toBeLessThanOrEqual(4);
    expect(texts[0]!.length).toBeLessThanOrEqual(100);
    expect(whatToBring!.split("\n").length).toBeGreaterThanOrEqual(2);
    const isOnline = locationType === "online";
    expect(isOnline).toBe(/^https:\/\/zoom\.us\/j\/\d{11}$/.test(zoomLink ?? ""));
    expect([address, city, postCode].every((part) => Boolean(part) !== isOnline)).toBe(true);
  }
});

demoTest(
  "pays where there is a price, dated before now: by Stripe for past sessions, outside it for others",
  async ({ demo: db }) => {
    const bookings = await db
      .select({ booking: sessionBookings, session: liveSessions, payment: payments })
      .from(sessionBookings)
      .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
      .leftJoin(payments, eq(payments.bookingId, sessionBookings.id));
    expect(bookings.length).toBeGreaterThan(100);
    for (const { booking, session, payment } of bookings) {
      expect(booking.totalMinor).toBe(booking.listPriceMinor - booking.discountMinor);
      expect(booking.discountMinor > 0).toBe(booking.appliedDiscountCode !== null);
      expect(booking.createdAt > session.createdAt && booking.createdAt < now).toBe(true);
      expect(booking.createdAt < session.startTime).toBe(true);
      const isPaid = booking.paymentStatus === "paid" || booking.paymentStatus === "refunded";
      expect(payment && [payment.provider, payment.state, payment.amountMinor, payment.paidAt]).toEqual(
        isPaid
          ? [session.startTime < now ? "stripe" : "outside", "paid", booking.totalMinor, booking.completedAt]
          : null,
      );
    }
    const codes = new Set(bookings.map(({ booking }) => booking.appliedDiscountCode));
    expect(codes).toEqual(new Set([null, "WELCOME10", "FIVEOFF"]));
  },
);

demoTest(
  "spreads its orders over months, as people book, and fills a session before anyone waits for it",
  async ({ demo: db }) => {
    const bookings = await db.select().from(sessionBookings);
    const days = bookings.map(({ createdAt }) => createdAt.toISOString().slice(0, 10));
    const onOneDay = Math.max(...days.map((day) => days.filter((other) => other === day).length));
    expect(onOneDay).toBeLessThan(10);
    expect(new Set(days.map((day) => day.slice(0, 7))).size).toBeGreaterThanOrEqual(5);
    for (const { createdAt, completedAt, cancelledAt } of bookings) {
      expect(completedAt === null || completedAt >= createdAt).toBe(true);
      expect(cancelledAt === null || (cancelledAt > createdAt && cancelledAt < now)).toBe(true);
    }
    const [first] = await db.select().from(sessionWaitlist).orderBy(sessionWaitlist.queueNumber);
    const attendees = bookings.filter(({ sessionId }) => sessionId === first!.sessionId);
    expect(attendees.every(({ createdAt }) => createdAt < first!.createdAt)).toBe(true);
  },
);

demoTest("lets all accounts sign in, with past and future bookings of the member", async ({ demo: db }) => {
  const people = await db.select().from(users).orderBy(users.email);
  expect(people.map(({ email, role }) => [email, role])).toEqual([
    ["admin@example.com", "admin"],
    ["collector@example.com", "member"],
    ["member@example.com", "member"],
  ]);
  for (const { passwordHash, emailConfirmedAt } of people) {
    expect(await verifyPassword(passwordHash!, "breathe-demo")).toBe(true);
    expect(emailConfirmedAt).not.toBeNull();
  }
  const hers = await db
    .select({ startTime: liveSessions.startTime })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(eq(sessionBookings.userId, people[2]!.id));
  expect(hers.filter(({ startTime }) => startTime > now)).toHaveLength(4);
  expect(hers.filter(({ startTime }) => startTime < now)).toHaveLength(5);
});

demoTest(
  "fills both collections with eight recordings, three of them free, with existing files",
  async ({ demo: db }) => {
    const all = await db.select().from(recordings);
    for (const collection of ["birth", "stress"] as const) {
      const series = all.filter((recording) => recording.productId === productIds[collection]);
      expect(series.map(({ orderIndex }) => orderIndex).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      expect(series.filter(({ isFree }) => isFree)).toHaveLength(3);
      expect(series.filter(({ posterId }) => posterId)).toHaveLength(2);
    }
    expect(await db.$count(recordingCaptions, eq(recordingCaptions.language, "it"))).toBe(10);
    const isHeardOnly = ({ videoId, soundId }: (typeof all)[number]) => soundId !== null && videoId === null;
    expect([all.filter(isHeardOnly).length, all.filter((part) => part.opensAfterDays === 7).length]).toEqual([1, 1]);
    for (const { storageKey, bytes } of await db.select().from(mediaFiles)) {
      expect(await storage.stat(storageKey)).toEqual({ bytes });
    }
  },
);

demoTest("gives one member the birth collection, and one both", async ({ demo: db }) => {
  const people = await db.select().from(users);
  const owned = async (email: string) =>
    [...(await ownedProducts(db, people.find((person) => person.email === email)!.id))].sort();
  expect(await owned("member@example.com")).toEqual([productIds.birth]);
  expect(await owned("collector@example.com")).toEqual([productIds.birth, productIds.stress]);
  const bought = await db
    .select({ purchase: purchases, payment: payments })
    .from(purchases)
    .leftJoin(payments, eq(payments.purchaseId, purchases.id));
  for (const { purchase, payment } of bought) {
    expect(purchase.totalMinor).toBe(purchase.listPriceMinor - purchase.discountMinor);
    const isPaid = purchase.status === "paid";
    expect(payment && [payment.provider, payment.amountMinor]).toEqual(isPaid ? ["stripe", purchase.totalMinor] : null);
  }
});

demoTest("creates the five discount codes that the demo mentions", async ({ demo: db }) => {
  const codes = await db.select().from(discountCodes).orderBy(discountCodes.code);
  expect(
    codes.map((code) => [
      code.code,
      code.discountPercentage ?? `${code.discountAmountMinor} ${code.discountCurrency}`,
      code.isActive,
      code.isOneTimeUse,
    ]),
  ).toEqual([
    ["FIVEOFF", "500 GBP", true, false],
    ["FREE100", 100, true, false],
    ["OLD20", 20, false, false],
    ["ONCE50", 50, true, true],
    ["WELCOME10", 10, true, false],
  ]);
});
