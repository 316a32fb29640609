import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { liveSessions, outboxEmails, payments, refunds, sessionBookings } from "@db/schema";
import type { FaultySite } from "./faulty-site";
import type { Promises } from "./visitors";

async function readBooks({ db }: FaultySite) {
  const [sessions, bookings, paid, back, mails] = await Promise.all([
    db.select().from(liveSessions),
    db.select().from(sessionBookings),
    db.select().from(payments),
    db.select().from(refunds),
    db.select().from(outboxEmails),
  ]);
  return { sessions, bookings, payments: paid, refunds: back, mails };
}
type Books = Awaited<ReturnType<typeof readBooks>>;

/** Waits until every event was delivered, every owed mail sent and every owed refund made. */
export async function comeToRest(site: FaultySite, promises: Promises): Promise<void> {
  const owed = async () => {
    await skipBackOff(site);
    return readOwed(site, promises);
  };
  await expect.poll(owed, { timeout: 90_000, message: "what is owed" }).toEqual([]);
}

/** Names what is still owed, and how often the waiting jobs were tried, so that a failure says what was left undone. */
async function readOwed(site: FaultySite, { paid }: Promises): Promise<string[]> {
  const { mails, refunds: back, payments: known } = await readBooks(site);
  const { sessions } = await site.stripe.control.state();
  const isKnown = (checkoutId: string) =>
    known.some((payment) => payment.stripeCheckoutSessionId === checkoutId && payment.state === "paid");
  const paidIds = sessions.filter(({ payment_status }) => payment_status === "paid").map(({ id }) => id);
  const owed = [
    ...[...paid, ...paidIds].filter((id) => !isKnown(id)).map((id) => `payment of ${id}`),
    ...mails.filter(({ sentAt }) => sentAt === null).map(({ id, template }) => `mail ${id}: ${template}`),
    ...back.filter(({ state }) => state === "pending").map(({ id }) => `refund ${id}`),
  ];
  return owed.length === 0 ? [] : [...owed, ...(await readJobs(site))];
}

async function readJobs({ db }: FaultySite): Promise<string[]> {
  const { rows } = await db.execute<{ job: string }>(sql`
    select format('job %s: attempt %s of %s, locked by %s since %s, error %s', task_identifier, attempts, max_attempts,
      locked_by, locked_at, last_error) as job from graphile_worker.jobs`);
  return rows.map(({ job }) => job);
}

/** Runs jobs that wait for their next attempt; their back-off has its own tests. */
async function skipBackOff({ db }: FaultySite): Promise<void> {
  await db.execute(sql`update graphile_worker._private_jobs set run_at = now()
    where attempts > 0 and locked_at is null and run_at > now()`);
}

/** Checks the invariants after a fault: places, money, confirmed bookings and mails. */
export async function expectBooksToBalance(site: FaultySite, promises: Promises): Promise<void> {
  const books = await readBooks(site);
  expectNothingOversold(books);
  expectPromisesKept(books, promises);
  await expectMoneyToBalance(site, books);
  for (const { id } of books.mails) expect(site.mail.accepted.get(id), `mail ${id} sent`).toBe(1);
  const keys = books.mails.map(({ dedupeKey }) => dedupeKey.split(":"));
  const confirmed = keys.filter(([kind]) => kind === "booking-confirmation").map(([, id]) => id);
  const completed = books.bookings.filter(({ completedAt }) => completedAt !== null).map(({ id }) => id);
  expect(confirmed.sort(), "confirmations").toEqual(completed.sort());
}

function expectNothingOversold({ sessions, bookings }: Books): void {
  for (const { id, maxAttendees } of sessions) {
    const taken = bookings.filter((booking) => booking.sessionId === id && booking.status !== "cancelled");
    expect(taken.length, "places taken").toBeLessThanOrEqual(maxAttendees ?? Infinity);
  }
}

function expectPromisesKept({ bookings }: Books, { booked, cancelled }: Promises): void {
  const live = new Set(bookings.filter(({ status }) => status === "completed").map((row) => row.attendeeEmail));
  expect(
    [...booked].filter((email) => !live.has(email)),
    "confirmed bookings that are lost",
  ).toEqual([]);
  const gone = new Set(bookings.filter(({ status }) => status === "cancelled").map(({ id }) => id));
  expect(
    [...cancelled].filter((id) => !gone.has(id)),
    "cancellations that are lost",
  ).toEqual([]);
}

/** Expects everything Stripe took to have a place or to be refunded in full. */
async function expectMoneyToBalance({ stripe }: FaultySite, { bookings, refunds: back }: Books): Promise<void> {
  const state = await stripe.control.state();
  for (const page of state.sessions.filter(({ payment_status }) => payment_status === "paid")) {
    const booking = bookings.find(({ id }) => id === page.metadata?.bookingId);
    const returned = sumOf(state.refunds.filter((refund) => refund.payment_intent === page.payment_intent));
    const isLive = booking?.status === "completed" && booking.paymentStatus === "paid";
    expect([booking?.status, returned]).toEqual(isLive ? ["completed", 0] : ["cancelled", page.amount_total]);
  }
  const atStripe = new Set(state.refunds.map(({ id }) => id));
  for (const { stripeRefundId } of back) expect(atStripe, "refund at Stripe").toContain(stripeRefundId);
}

const sumOf = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);
