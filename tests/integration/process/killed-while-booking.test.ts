import { eq } from "drizzle-orm";
import { outboxEmails, refunds, sessionBookings } from "@db/schema";
import type { Database } from "@db/client";
import type { LocalStripeState } from "@dev/local-stripe/index";
import { PlainBrowser } from "../../support/browser-without-javascript";
import { startBuiltServer, type BuiltServer } from "../../support/built-server";
import { expect, test } from "../../support/database";
import { aSession } from "../../support/sessions";

const lives = 2;
const visitorsPerLife = 6;
const places = 15;

type Sessions = { id: string }[];

/** Books, pays and may cancel; `done` is called for each answer. */
async function visit(server: BuiltServer, db: Database, sessions: Sessions, nth: number, done: () => void) {
  const visitor = new PlainBrowser(server.url);
  const session = sessions[nth % sessions.length]!;
  const guest = { firstName: "Hannah", lastName: "Okafor", email: `guest-${nth}@example.com` };
  const form = await visitor.open(`/sessions/${session.id}/book`);
  done();
  if (!form.root.querySelector("[name=firstName]")) return;
  const payment = await visitor.submit(form, guest);
  done();
  if (!payment.url.includes("/dev/stripe/checkout/")) return;
  await visitor.submit(payment, { action: "pay" }, "form");
  done();
  if (nth % 2 === 0) return;
  const booking = await db.query.sessionBookings.findFirst({ where: eq(sessionBookings.attendeeEmail, guest.email) });
  const manage = `/bookings/${booking!.id}/cancel?key=${booking!.manageKey}`;
  await visitor.submit(await visitor.open(manage));
  done();
}

/** Runs one process and kills it after a number of answers to all its visitors. */
async function liveAndDie(server: BuiltServer, db: Database, sessions: Sessions, life: number, answers: number) {
  let left = answers;
  const answered = () => {
    left -= 1;
    if (left === 0) void server.kill();
  };
  const visits = Array.from({ length: visitorsPerLife }, (_, nth) =>
    visit(server, db, sessions, life * visitorsPerLife + nth, answered),
  );
  await Promise.allSettled(visits);
  await server.kill();
}

async function expectNothingSoldTwice(db: Database, sessions: Sessions) {
  for (const { id } of sessions) {
    const bookings = await db.select().from(sessionBookings).where(eq(sessionBookings.sessionId, id));
    expect(bookings.filter(({ status }) => status !== "cancelled").length).toBeLessThanOrEqual(places);
  }
}

const stripeState = async (server: BuiltServer) =>
  (await (await fetch(`${server.url}/dev/stripe/state`)).json()) as LocalStripeState;

async function expectBooksToBalance(server: BuiltServer, db: Database) {
  const stripe = await stripeState(server);
  const bookings = await db.select().from(sessionBookings);
  const paid = stripe.sessions.filter(({ payment_status }) => payment_status === "paid");
  expect(paid.length).toBeGreaterThan(0);
  for (const page of paid) {
    const booking = bookings.find(({ id }) => id === page.metadata!.bookingId);
    const back = stripe.refunds.filter(({ payment_intent }) => payment_intent === page.payment_intent);
    const returned = back.reduce((sum, { amount }) => sum + amount, 0);
    const isLive = booking?.status === "completed" && booking.paymentStatus === "paid";
    expect([booking?.status, returned]).toEqual(isLive ? ["completed", 0] : ["cancelled", page.amount_total]);
  }
  const confirmed = await db.select().from(outboxEmails).where(eq(outboxEmails.template, "booking-confirmation"));
  const completed = bookings.filter(({ completedAt }) => completedAt !== null);
  expect(confirmed.map(({ dedupeKey }) => dedupeKey.split(":")[1]).sort()).toEqual(
    completed.map(({ id }) => id).sort(),
  );
}

async function isAtRest(server: BuiltServer, db: Database): Promise<boolean> {
  const { events } = await stripeState(server);
  const unsent = (await db.select().from(outboxEmails)).filter(({ sentAt }) => sentAt === null);
  const pending = (await db.select().from(refunds)).filter(({ state }) => state === "pending");
  return events.every(({ isDelivered }) => isDelivered) && unsent.length + pending.length === 0;
}

test(`loses no booking, payment or refund when killed ${lives} times in the middle of them`, async ({
  db,
  databaseUrl,
}) => {
  const session = () => aSession(db, { maxAttendees: places });
  const sessions = await Promise.all([session(), session(), session()]);
  const settings = { DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" };
  for (let life = 0; life < lives; life++) {
    // One ends among the first forms and bookings, one among the last payments.
    const count = 5 + life * 10;
    await liveAndDie(await startBuiltServer(settings), db, sessions, life, count);
    await expectNothingSoldTwice(db, sessions);
  }
  const server = await startBuiltServer(settings);
  try {
    await expect.poll(() => isAtRest(server, db), { timeout: 60_000 }).toBe(true);
    await expectNothingSoldTwice(db, sessions);
    await expectBooksToBalance(server, db);
  } finally {
    await server.stop();
  }
}, 300_000);
