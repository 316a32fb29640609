import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { outboxEmails } from "@db/schema";
import { compareCourses } from "@server/payments/ledger/compare-courses";
import { countUses } from "@server/catalogue/discounts/discount-codes";
import { offerEnd } from "@server/selling/waitlist/offer-end";
import { type Books, readBooks } from "./books";
import { expectCardsToBeExplained } from "./cards";
import { expectCoursesToBeWhole } from "./courses";
import { expectCreditsToBeExplained } from "./credits";
import { expectInvoicesToAddUp, expectInvoicesToBeNumbered } from "./invoices";
import { expectMoneyToBalance, expectMoneyToBeEarned } from "./money";
import type { World } from "./world";

type Mail = typeof outboxEmails.$inferSelect;

/** Invariants of every moment, even after a crash. */
export async function expectToHoldAlways({ app }: World): Promise<void> {
  expectBooksToHold(await readBooks(app));
}

/** Expects what holds at every moment. */
export function expectBooksToHold(books: Books): void {
  for (const session of books.sessions) {
    expect(takenOf(books, session.id), "places taken").toBeLessThanOrEqual(session.maxAttendees!);
  }
  expect(usesOf(books, "ONCE"), "live orders with the one-time code").toBeLessThanOrEqual(1);
  expectEditsToFollowEachOther(books);
  expectOneCollectionEach(books);
  expectTicketsToBeCounted(books);
  expectMovesToFollowEachOther(books);
  expectMoneyToBeEarned(books);
  expectCreditsToBeExplained(books);
  expectCardsToBeExplained(books);
  expectCoursesToBeWhole(books);
  expectInvoicesToBeNumbered(books);
}

function takenOf({ live, entries }: Books, sessionId: string): number {
  const offers = entries.filter((entry) => entry.status === "offered");
  return [...live, ...offers]
    .filter((taking) => taking.sessionId === sessionId)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

function expectTicketsToBeCounted({ bookings, tickets }: Books): void {
  for (const { id, quantity } of bookings) {
    const live = tickets.filter(({ bookingId, cancelledAt }) => bookingId === id && cancelledAt === null);
    expect(live.length, "tickets of a booking").toBe(quantity);
  }
}

/** A booking has left each session as often as it came to it, except for the one in which it is now. */
function expectMovesToFollowEachOther({ bookings, moves }: Books): void {
  for (const { id, sessionId } of bookings) {
    const own = moves.filter(({ bookingId }) => bookingId === id);
    const arrivals = own.filter(({ toSessionId }) => toSessionId === sessionId).length;
    const departures = own.filter(({ fromSessionId }) => fromSessionId === sessionId).length;
    expect([0, own.length > 0 ? 1 : 0], "arrivals less departures").toContain(arrivals - departures);
  }
}

function usesOf({ live, purchases }: Books, code: string): number {
  const bought = purchases.filter(({ status }) => status === "pending" || status === "paid" || status === "free");
  return [...live, ...bought].filter(({ appliedDiscountCode }) => appliedDiscountCode === code).length;
}

/** Finds two edits of the same version: the second has overwritten the first. */
function expectEditsToFollowEachOther({ edits }: Books): void {
  const versions = edits.map(({ subjectId, details }) => `${subjectId} ${String(details?.version)}`);
  expect(versions, "versions of sessions").toEqual([...new Set(versions)]);
}

function expectOneCollectionEach({ purchases }: Books): void {
  const collections = purchases.filter(({ productKind }) => productKind === "collection");
  const owners = collections.filter(({ status }) => status === "paid" || status === "free").map(({ userId }) => userId);
  expect(owners, "owners of the collection").toEqual([...new Set(owners)]);
}

/** Invariants once all events are delivered and all jobs are done. */
export async function expectToHoldAtRest(world: World): Promise<void> {
  const books = await readBooks(world.app);
  expectBooksToHold(books);
  await expectNothingUnderWay(world, books);
  await expectMoneyToBalance(world.app.stripe.control, books);
  expectInvoicesToAddUp(books);
  const { courses, unexplained } = await compareCourses(world.app.db, world.app.clock.now());
  expect(unexplained, `unexplained of ${courses} courses`).toEqual([]);
  for (const code of ["TENTH", "FIVER", "ONCE", "GIFT"]) {
    expect(await countUses(world.app.db, code), `uses of ${code}`).toBe(usesOf(books, code));
  }
  expectMailsOnce(world, books, await world.app.db.select().from(outboxEmails));
  expectNoEntryToWaitForAFreePlace(world, books);
}

async function expectNothingUnderWay({ app }: World, books: Books): Promise<void> {
  expect([...books.bookings, ...books.purchases].filter(({ status }) => status === "pending")).toEqual([]);
  const atStripe = books.payments.filter(({ provider }) => provider === "stripe").map(({ id }) => id);
  const isSending = books.refunds.filter(({ state, paymentId }) => state === "pending" && atStripe.includes(paymentId));
  expect(isSending, "refunds that Stripe has not sent").toEqual([]);
  const { rows } = await app.db.execute(sql`select identifier, last_error from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id where last_error is not null`);
  expect(rows, "jobs that failed").toEqual([]);
}

/** Expects each mail that is owed once in the outbox, and no others. */
function expectMailsOnce({ instructor }: World, books: Books, mails: Mail[]): void {
  const { bookings, moves, purchases, entries } = books;
  const subjectsOf = (template: string) =>
    mails.filter((mail) => mail.template === template).map(({ dedupeKey }) => dedupeKey.split(":")[1]!);
  const expectOneEach = (template: string, rows: { id: string }[]) =>
    expect(subjectsOf(template).sort(), template).toEqual(rows.map(({ id }) => id).sort());
  // A restored booking is confirmed again; one added at the door may never be.
  const isAdded = ({ formKey }: Books["bookings"][number]) => formKey !== null && instructor.added.has(formKey);
  const added = bookings.filter(isAdded).map(({ id }) => id);
  // The dates of a course are confirmed together, as its purchase; one that makes up for another by itself.
  const isWithCourse = ({ coursePurchaseId, makesUpForId }: Books["bookings"][number]) =>
    coursePurchaseId !== null && makesUpForId === null;
  const completed = bookings.filter(
    (booking) => booking.completedAt !== null && !isAdded(booking) && !isWithCourse(booking),
  );
  for (const template of ["booking-confirmation", "admin-new-booking"]) {
    const mailed = [...new Set(subjectsOf(template))].filter((id) => !added.includes(id));
    expect(mailed.sort(), template).toEqual(completed.map(({ id }) => id).sort());
  }
  const bought = purchases.filter(({ completedAt }) => completedAt !== null).map(({ id }) => id);
  const confirmed = ["purchase-confirmation", "course-confirmation"].flatMap(subjectsOf);
  expect([...new Set(confirmed)].sort(), "purchase-confirmation").toEqual(bought.sort());
  for (const template of ["booking-moved", "admin-booking-moved"]) expectOneEach(template, moves);
  expectOneEach("waitlist-joined", entries);
  expectOneEach("admin-waitlist-entry", entries);
  const offered = entries.filter(({ offeredAt }) => offeredAt !== null);
  expectOneEach("waitlist-offer", offered);
  expectOneEach("booking-refunded", bookingRefunds(books));
}

/** Returns the refunds that attendees are mailed about once Stripe has sent them: those that no other mail names. */
function bookingRefunds({ payments, refunds }: Books) {
  const ids = payments.filter(({ provider, bookingId }) => provider === "stripe" && bookingId).map(({ id }) => id);
  return refunds.filter(
    ({ paymentId, state, reason }) =>
      state === "succeeded" && (reason === "admin" || reason === "stripe") && ids.includes(paymentId),
  );
}

/** Expects no free places while an entry waits for no more than those and an offer can still be made. */
function expectNoEntryToWaitForAFreePlace({ app }: World, books: Books): void {
  const now = app.clock.now();
  const { siteTimeZone } = app.services.settings;
  for (const session of books.sessions) {
    const { id, startTime, cancelledAt, maxAttendees } = session;
    const isOfferable = !cancelledAt && offerEnd({ now, startTime, offerHours: 24, siteTimeZone }) !== null;
    if (!isOfferable) continue;
    const free = maxAttendees! - takenOf(books, id);
    const waiting = books.entries.filter((entry) => entry.sessionId === id && entry.status === "waiting");
    for (const { quantity } of waiting) expect(quantity, "places wanted while others are free").toBeGreaterThan(free);
  }
}
