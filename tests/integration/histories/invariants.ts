import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { liveSessions, outboxEmails, payments, refunds, sessionBookings, sessionWaitlist } from "@db/schema";
import { countUses } from "@server/discounts/discount-codes";
import { offerEnd } from "@server/waitlist/offer-end";
import type { World } from "./world";

type Books = Awaited<ReturnType<typeof readBooks>>;

/** Reads them as they are at one moment: what was committed between two reads would look like a fault. */
async function readBooks({ app: { db } }: World) {
  return db.transaction(
    async (tx) => {
      const bookings = await tx.select().from(sessionBookings);
      return {
        sessions: await tx.select().from(liveSessions),
        bookings,
        live: bookings.filter(({ status }) => status !== "cancelled"),
        entries: await tx.select().from(sessionWaitlist),
        payments: await tx.select().from(payments),
        refunds: await tx.select().from(refunds),
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

type Mail = typeof outboxEmails.$inferSelect;

const sumOf = (rows: { amountMinor: number }[]) => rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** What holds at every moment, whoever has died in the middle of what. */
export async function expectToHoldAlways(world: World): Promise<void> {
  expectBooksToHold(await readBooks(world));
}

function expectBooksToHold(books: Books): void {
  for (const session of books.sessions) {
    expect(takenOf(books, session.id), "places taken").toBeLessThanOrEqual(session.maxAttendees!);
  }
  expect(usesOf(books, "ONCE"), "live bookings with the one-time code").toBeLessThanOrEqual(1);
  for (const payment of books.payments.filter(({ state }) => state === "paid")) {
    const hasPlace = books.live.some(({ id }) => id === payment.bookingId);
    const back = sumOf(books.refunds.filter(({ paymentId, state }) => paymentId === payment.id && state !== "failed"));
    if (hasPlace) expect(back, "refunded of what has a place").toBeLessThan(payment.amountMinor);
    else expect(back, "refunded of what has no place").toBeGreaterThanOrEqual(payment.amountMinor);
  }
}

function takenOf({ live, entries }: Books, sessionId: string): number {
  const offers = entries.filter((entry) => entry.status === "offered" && entry.sessionId === sessionId);
  return live.filter((booking) => booking.sessionId === sessionId).length + offers.length;
}

const usesOf = ({ live }: Books, code: string) =>
  live.filter(({ appliedDiscountCode }) => appliedDiscountCode === code).length;

/** What holds once everything has been told and done. */
export async function expectToHoldAtRest(world: World): Promise<void> {
  const books = await readBooks(world);
  expectBooksToHold(books);
  await expectNothingUnderWay(world, books);
  await expectMoneyToBalance(world, books);
  for (const code of ["TENTH", "FIVER", "ONCE", "GIFT"]) {
    expect(await countUses(world.app.db, code), `uses of ${code}`).toBe(usesOf(books, code));
  }
  expectMailsOnce(books, await world.app.db.select().from(outboxEmails));
  expectNobodyToWaitForAFreePlace(world, books);
}

async function expectNothingUnderWay({ app }: World, { bookings, refunds: back }: Books): Promise<void> {
  expect(bookings.filter(({ status }) => status === "pending")).toEqual([]);
  expect(back.filter(({ state }) => state === "pending")).toEqual([]);
  const { rows } = await app.db.execute(sql`select identifier, last_error from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id where last_error is not null`);
  expect(rows, "jobs that failed").toEqual([]);
}

/** Stripe's books against ours: what it took has a place or has gone back in full, and no place is unpaid. */
async function expectMoneyToBalance({ app }: World, { live, payments: known, refunds: back }: Books): Promise<void> {
  const stripe = await app.stripe.control.state();
  const paidFor = new Map<string, number>();
  for (const page of stripe.sessions.filter(({ payment_status }) => payment_status === "paid")) {
    const { bookingId, paymentId } = page.metadata ?? {};
    const sent = stripe.refunds.filter(
      ({ payment_intent, status }) => payment_intent === page.payment_intent && status === "succeeded",
    );
    const returned = sent.reduce((sum, { amount }) => sum + amount, 0);
    const ours = back.filter((refund) => refund.paymentId === paymentId && refund.state === "succeeded");
    const booking = live.find(({ id }) => id === bookingId);
    expect(known.find(({ id }) => id === paymentId)?.state, "our word on what Stripe was paid").toBe("paid");
    expect(sumOf(ours), "refunds in our books").toBe(returned);
    if (!booking || paidFor.has(booking.id)) expect(returned, "refunded without a place").toBe(page.amount_total);
    else if (returned < page.amount_total!) {
      expect([page.amount_total, page.currency?.toUpperCase()]).toEqual([booking.totalMinor, booking.currency]);
      paidFor.set(booking.id, page.amount_total!);
    }
  }
  const unpaid = live.filter(({ id, totalMinor }) => totalMinor > 0 && !paidFor.has(id));
  expect(unpaid, "places that nobody paid for").toEqual([]);
}

/** Each mail that is owed is in the outbox, once, and none that is not. */
function expectMailsOnce({ bookings, entries, refunds: back }: Books, mails: Mail[]): void {
  const keysOf = (template: string) => mails.filter((mail) => mail.template === template).map((mail) => mail.dedupeKey);
  const expectOneEach = (template: string, ids: string[]) =>
    expect(
      keysOf(template)
        .map((key) => key.split(":")[1])
        .sort(),
      template,
    ).toEqual([...ids].sort());
  const idsOf = <Row extends { id: string }>(rows: Row[], isOwed: (row: Row) => boolean) =>
    rows.filter(isOwed).map(({ id }) => id);
  const completed = idsOf(bookings, ({ completedAt }) => completedAt !== null);
  expectOneEach("booking-confirmation", completed);
  expectOneEach("admin-new-booking", completed);
  expectOneEach(
    "waitlist-joined",
    idsOf(entries, () => true),
  );
  expectOneEach(
    "admin-waitlist-entry",
    idsOf(entries, () => true),
  );
  expectOneEach(
    "waitlist-offer",
    idsOf(entries, ({ offeredAt }) => offeredAt !== null),
  );
  expectOneEach(
    "booking-refunded",
    idsOf(back, ({ state, reason }) => state === "succeeded" && reason !== "late_payment"),
  );
}

/** Where an offer can still be made, a place is never free while somebody waits for it. */
function expectNobodyToWaitForAFreePlace({ app }: World, books: Books): void {
  const now = app.clock.now();
  const { siteTimeZone } = app.services.settings;
  for (const session of books.sessions) {
    const { id, startTime, cancelledAt, maxAttendees } = session;
    const isOfferable = !cancelledAt && offerEnd({ now, startTime, offerHours: 24, siteTimeZone }) !== null;
    const isAwaited = books.entries.some((entry) => entry.sessionId === id && entry.status === "waiting");
    if (isOfferable && isAwaited) expect(takenOf(books, id), "places taken while somebody waits").toBe(maxAttendees);
  }
}
