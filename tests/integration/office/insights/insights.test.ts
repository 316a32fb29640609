import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import {
  bookingTickets,
  purchases,
  payments,
  refunds,
  sessionBookings,
  sessionWaitlist,
  type liveSessions,
} from "@db/schema";
import { aMember } from "../../../support/members";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";
import { boughtCollection } from "../../../support/products";

type Session = typeof liveSessions.$inferSelect;
type Booking = typeof sessionBookings.$inferInsert;
type DatedPayment = { on: string; amountMinor: number; currency?: "GBP" | "EUR" | "USD" };

const asAdmin = async (app: TestApp) => {
  app.clock.moveBy((Date.parse("2026-11-21T12:00:00Z") - app.clock.now().getTime()) / 60_000);
  return (await aMember(app, { role: "admin" })).api;
};

type BookingValues = Partial<Booking> & { checkedInAt?: Date };

async function aBooking({ db }: TestApp, { id }: Session, { checkedInAt, ...values }: BookingValues = {}) {
  const email = `${randomUUID()}@example.com`;
  const [booking] = await db
    .insert(sessionBookings)
    .values({
      sessionId: id,
      attendeeFirstName: "Hannah",
      attendeeLastName: "Okafor",
      attendeeEmail: email,
      status: "completed",
      paymentStatus: "paid",
      formKey: randomUUID(),
      timeZone: "Europe/London",
      listPriceMinor: 1800,
      totalMinor: 1800,
      currency: "GBP",
      ...values,
    })
    .returning();
  if (checkedInAt) await db.update(bookingTickets).set({ checkedInAt }).where(eq(bookingTickets.id, booking!.id));
  return booking!;
}

async function aPurchase({ db }: TestApp, collection: "birth" | "stress", values: object = {}) {
  const buyer = { customerName: "Ada Lindholm", customerEmail: `${randomUUID()}@example.com`, formKey: randomUUID() };
  const price = { listPriceMinor: 4900, totalMinor: 4900, currency: "GBP" as const };
  const [purchase] = await db
    .insert(purchases)
    .values({ ...boughtCollection(collection), ...buyer, ...price, status: "paid", ...values })
    .returning();
  return purchase!;
}

async function pay({ db }: TestApp, cause: { bookingId: string } | { purchaseId: string }, paid: DatedPayment) {
  const { on, amountMinor, currency = "GBP" } = paid;
  const paidAt = new Date(on);
  const [payment] = await db
    .insert(payments)
    .values({ ...cause, state: "paid", amountMinor, currency, createdAt: paidAt, paidAt })
    .returning();
  return payment!;
}

async function refund(
  { db }: TestApp,
  payment: typeof payments.$inferSelect,
  values: Partial<typeof refunds.$inferInsert>,
) {
  const { id: paymentId, currency } = payment;
  const settledAt = values.state === "pending" ? null : (values.createdAt ?? null);
  await db.insert(refunds).values({ paymentId, currency, amountMinor: 0, reason: "admin", settledAt, ...values });
}

const join = ({ db }: TestApp, { id }: Session, values: Partial<typeof sessionWaitlist.$inferInsert> = {}) =>
  db.insert(sessionWaitlist).values({
    sessionId: id,
    firstName: "Tomas",
    lastName: "Lindqvist",
    email: `${randomUUID()}@example.com`,
    timeZone: "Europe/London",
    ...values,
  });

test("sums revenue by month, kind and currency, net of refunds, and never mixes currencies silently", async ({
  app,
}) => {
  const admin = await asAdmin(app);
  const session = await aSession(app.db);
  const first = await pay(
    app,
    { bookingId: (await aBooking(app, session)).id },
    { on: "2026-10-05", amountMinor: 1800 },
  );
  // The last moment of October in London is still October in winter time.
  const late = { bookingId: (await aBooking(app, session)).id };
  const second = await pay(app, late, { on: "2026-10-31T23:59:59.999Z", amountMinor: 1000 });
  await pay(app, { purchaseId: (await aPurchase(app, "birth")).id }, { on: "2026-11-02", amountMinor: 4900 });
  await pay(
    app,
    { purchaseId: (await aPurchase(app, "stress")).id },
    { on: "2026-11-02", amountMinor: 2000, currency: "EUR" },
  );
  // Partly refunded in October, the rest in November; a pending and a failed refund took nothing.
  await refund(app, first, { amountMinor: 500, state: "succeeded", createdAt: new Date("2026-10-20") });
  await refund(app, first, { amountMinor: 1300, state: "succeeded", settledAt: new Date("2026-11-03") });
  await refund(app, second, { amountMinor: 1000, state: "pending", createdAt: new Date("2026-11-03") });
  await refund(app, first, { amountMinor: 1300, state: "failed", createdAt: new Date("2026-11-03") });
  // Older than twelve months, and unpaid.
  await pay(app, { bookingId: (await aBooking(app, session)).id }, { on: "2025-11-30T23:59:00Z", amountMinor: 7700 });
  const open = { bookingId: (await aBooking(app, session)).id };
  await app.db.insert(payments).values({ ...open, state: "open", amountMinor: 8800, currency: "GBP" });

  const { revenue, toRefund, period } = await admin.insights.get({});
  expect(toRefund).toEqual({ byHand: null, onItsWay: "£10.00" });
  expect([period.label, period.chosen]).toEqual(["Dec 2025 to Nov 2026", ""]);
  const [pounds, euros] = revenue.currencies;
  expect(revenue.currencies.map(({ currency, total }) => [currency, total])).toEqual([
    ["GBP", "£59.00"],
    ["EUR", "€20.00"],
  ]);
  // Without the months before the first payment, and without columns of zeros.
  // 18 + 10 - 5 in October; 49 - 13 in November.
  expect(pounds!.table).toMatchObject({
    kinds: [
      { label: "Sessions", series: 0 },
      { label: "Birth", series: 1 },
    ],
    rows: [
      { month: "Oct 2026", amounts: ["£23.00", "£0.00", "£23.00"] },
      { month: "Nov 2026", amounts: ["-£13.00", "£49.00", "£36.00"] },
    ],
    sums: ["£10.00", "£49.00", "£59.00"],
  });
  expect(euros).toMatchObject({ words: "€20.00 from stress recordings in Nov 2026", table: null });
  // 59 + 20 × 0.85
  expect(revenue.together).toBe("About £76.00 together, at today’s rates (€1\u00a0=\u00a0£0.85)");
  // October's bar, November's below the line, and the purchase above it.
  const { bars, zeroY } = pounds!.table!.chart;
  const drawn = bars.map((path) =>
    [...path.matchAll(/M[\d.]+ ([\d.]+)h[\d.]+v[\d.]+/g)].map(([, y]) => Number(y) < zeroY),
  );
  expect(drawn).toEqual([[true, false], [true], [], [], [], [], []]);

  const year = await admin.insights.get({ period: "2025" });
  expect([year.period.label, year.revenue.currencies[0]!.total]).toEqual(["Jan 2025 to Dec 2025", "£77.00"]);
  expect(year.revenue.together).toBeNull();
  expect((await admin.insights.get({ period: "2026" })).period.label).toBe("Jan 2026 to Nov 2026");
  expect((await admin.insights.get({ period: "1066" })).period.chosen).toBe("");
  expect((await admin.insights.get({ period: "3-months" })).period.label).toBe("Sep 2026 to Nov 2026");
});

test("counts the places of past sessions for occupancy, and no-shows only where attendees were checked in", async ({
  app,
}) => {
  const admin = await asAdmin(app);
  const past = (startTime: string, values: Partial<Session> = {}) =>
    aSession(app.db, { startTime: new Date(startTime), maxAttendees: 4, ...values });
  const checkedInAt = new Date("2026-10-10T18:00:00Z");
  // Three of four places, two of them checked in; one booking was cancelled.
  const checked = await past("2026-10-10T18:00:00Z", { title: "Ticked off" });
  await aBooking(app, checked, { checkedInAt });
  await aBooking(app, checked, { checkedInAt, status: "confirmed", paymentStatus: "pending" });
  await aBooking(app, checked);
  await aBooking(app, checked, { status: "cancelled", paymentStatus: "refunded" });
  // One of four places; without any check-in it is no no-show.
  await aBooking(app, await past("2026-10-12T18:00:00Z", { title: "Quiet" }));
  // Without a limit.
  const open = await past("2026-11-02T18:00:00Z", { maxAttendees: null, title: "Open" });
  await aBooking(app, open);
  await aBooking(app, open, { checkedInAt });
  // Not counted: an upcoming session, a cancelled one and a draft without bookings.
  await aBooking(app, await past("2026-11-22T18:00:00Z"));
  await past("2026-11-03T18:00:00Z", { cancelledAt: new Date("2026-11-01") });
  await past("2026-11-04T18:00:00Z", { isPublished: false });

  const { occupancy, emptiest, noShows } = await admin.insights.get({});
  expect(occupancy.table!.rows).toEqual([
    { month: "Oct 2026", sessions: 2, part: 4, of: 8, share: "50%" },
    { month: "Nov 2026", sessions: 0, part: 0, of: 0, share: "–" },
  ]);
  expect(occupancy.all).toMatchObject({ sessions: 2, part: 4, of: 8, share: "50%" });
  expect(occupancy.unlimited).toBe("1 session without a limit, 2 booked");
  expect(emptiest.map(({ title, start, taken, share }) => [title, start, taken, share])).toEqual([
    ["Quiet", "Mon, Oct 12, 2026, 7:00 PM", "1 of 4", "25%"],
    ["Ticked off", "Sat, Oct 10, 2026, 7:00 PM", "3 of 4", "75%"],
  ]);
  expect(noShows.table!.rows).toEqual([
    { month: "Oct 2026", sessions: 1, part: 1, of: 3, share: "33%" },
    { month: "Nov 2026", sessions: 1, part: 1, of: 2, share: "50%" },
  ]);
  expect(noShows.all).toMatchObject({ sessions: 2, part: 2, of: 5, share: "40%" });
});

test("counts tickets, without cancelled ones, for occupancy, no-shows and the places asked for", async ({ app }) => {
  const admin = await asAdmin(app);
  const past = await aSession(app.db, { startTime: new Date("2026-10-10T18:00:00Z"), maxAttendees: 6 });
  const checkedInAt = new Date("2026-10-10T18:00:00Z");
  const { id } = await aBooking(app, past, { quantity: 4, listPriceMinor: 7200, totalMinor: 7200, checkedInAt });
  const isThird = and(eq(bookingTickets.bookingId, id), eq(bookingTickets.number, 3));
  await app.db.update(bookingTickets).set({ cancelledAt: checkedInAt }).where(isThird);
  await app.db.update(sessionBookings).set({ quantity: 3 }).where(eq(sessionBookings.id, id));
  const full = await aSession(app.db, { startTime: new Date("2026-12-01T19:00:00Z"), maxAttendees: 1 });
  await aBooking(app, full);
  const waiting = { sessionId: full.id, firstName: "Maeve", lastName: "Donnelly", timeZone: "Europe/London" };
  await app.db.insert(sessionWaitlist).values({ ...waiting, email: "maeve@example.com", quantity: 3 });
  const { occupancy, noShows, pressure } = await admin.insights.get({});
  expect(occupancy.all).toMatchObject({ part: 3, of: 6, share: "50%" });
  expect(noShows.all).toMatchObject({ part: 2, of: 3, share: "67%" });
  expect(pressure.totals.join()).toContain("£54");
});

test("values a waitlist entry at the session's own price", async ({ app }) => {
  const admin = await asAdmin(app);
  const ahead = (values: Partial<Session>) =>
    aSession(app.db, { startTime: new Date("2026-12-01T19:00:00Z"), maxAttendees: 1, ...values });
  const full = await ahead({ title: "Full" });
  await aBooking(app, full);
  for (let waiting = 0; waiting < 3; waiting++) await join(app, full);
  await join(app, full, { status: "left", endedAt: new Date() });
  const euros = await ahead({ title: "In euros", enteredPriceMinor: 2000, enteredCurrency: "EUR", priceMinor: 1700 });
  // The only place is offered to one entry; another waits.
  await join(app, euros, { status: "offered", offeredAt: new Date(), offerEndsAt: new Date("2026-12-01") });
  await join(app, euros);
  // Two entries wait, and one place has just become free.
  const freed = await ahead({ title: "Freed", maxAttendees: 2, priceMinor: 1000, enteredPriceMinor: 1000 });
  await aBooking(app, freed);
  await join(app, freed);
  await join(app, freed);
  const over = await ahead({ startTime: new Date("2026-11-20T19:00:00Z") });
  await join(app, over);
  await join(app, await ahead({ cancelledAt: new Date() }));
  await join(app, await ahead({ maxAttendees: null }));
  const draft = await ahead({ isPublished: false });
  await aBooking(app, draft);
  await join(app, draft);

  const { pressure } = await admin.insights.get({});
  expect(pressure.sessions.map(({ title, words }) => [title, words])).toEqual([
    ["Full", "3 people waiting: 3 more places would bring £54.00"],
    ["In euros", "1 person waiting: 1 more place would bring €20.00"],
    ["Freed", "2 people waiting: 1 more place would bring £10.00"],
  ]);
  expect(pressure.totals).toEqual([
    "5 people waiting: 4 more places would bring £64.00",
    "1 person waiting: 1 more place would bring €20.00",
  ]);
});

test("counts codes in current bookings with the discount they gave", async ({ app }) => {
  const admin = await asAdmin(app);
  const session = await aSession(app.db);
  const createdAt = new Date("2026-11-10");
  const used = { appliedDiscountCode: "WINTER20", discountMinor: 360, totalMinor: 1440, createdAt };
  await aBooking(app, session, used);
  await aBooking(app, session, { ...used, currency: "EUR", discountMinor: 400, totalMinor: 1400 });
  await aPurchase(app, "birth", { appliedDiscountCode: "WINTER20", discountMinor: 980, totalMinor: 3920, createdAt });
  await aBooking(app, session, { ...used, appliedDiscountCode: "FIVEOFF", discountMinor: 500, totalMinor: 1300 });
  await aBooking(app, session, { ...used, status: "cancelled", paymentStatus: "refunded" });
  await aPurchase(app, "birth", { appliedDiscountCode: "WINTER20", discountMinor: 980, status: "failed", createdAt });
  await aBooking(app, session, { ...used, createdAt: new Date("2025-11-10") });

  const { codes } = await admin.insights.get({});
  expect(codes).toEqual({
    used: [
      { code: "WINTER20", uses: 3, takenOff: "£13.40, €4.00" },
      { code: "FIVEOFF", uses: 1, takenOff: "£5.00" },
    ],
    more: 0,
  });
});

test("accepts an empty database", async ({ app }) => {
  const { revenue, occupancy, emptiest, pressure, codes, noShows, listening } = await (
    await asAdmin(app)
  ).insights.get({});
  expect([revenue.currencies, occupancy.table, noShows.table]).toEqual([[], null, null]);
  expect([occupancy.all.share, emptiest, pressure.sessions, codes.used, noShows.all.share]).toEqual([
    "–",
    [],
    [],
    [],
    "–",
  ]);
  expect(listening).toEqual([]);
});
