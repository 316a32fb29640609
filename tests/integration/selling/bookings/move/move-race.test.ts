import { sql } from "drizzle-orm";
import { sessionBookings } from "@db/schema";
import { countPlaces } from "@server/catalogue/schedule/places";
import { anAdmin } from "../../../../support/admin-sessions";
import { disableSessionLockUntilAllCounted, withoutTriggers } from "../../../../support/disabled-protections";
import { readBooking, statusOf } from "../../../../support/money";
import { aMoveOf, movesOf, twoDates } from "../../../../support/moves";
import { aBookingOf, takePlace } from "../../../../support/sessions";
import { interceptStatements } from "../../../../support/statements";
import { expect, test, type TestApp } from "../../../../support/test-app";
import { joinWaitlist, waitlistStatuses } from "../../../../support/waitlist";

type Session = { id: string; priceMinor: number };
const free = { priceMinor: 0 };

async function aGuestIn(app: TestApp, session: Session) {
  const bookingId = await takePlace(app.db, session);
  return { bookingId, key: (await readBooking(app, bookingId)).manageKey };
}

async function takenIn({ db }: TestApp, ...sessions: Session[]) {
  const places = await countPlaces(
    db,
    sessions.map(({ id }) => id),
  );
  return sessions.map(({ id }) => places.get(id)?.taken ?? 0);
}

type Form = Awaited<ReturnType<typeof aMoveOf>>;

/** Moves a booking as the attendee, or as the instructor from the back office. */
const movers = {
  attendee: (app: TestApp) => Promise.resolve((form: Form) => app.as().bookings.move(form)),
  instructor: async (app: TestApp) => {
    const { api } = await anAdmin(app);
    return (form: Form) => api.bookings.attendees.move(form);
  },
};
const everyMover = ["attendee", "instructor"] as const;
type Mover = (typeof everyMover)[number];

const reasons = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [(outcome.reason as Error).message] : []));

/** One guest of each session moves to the other at the same moment. */
async function swap(app: TestApp, maxAttendees: number) {
  const { from, to } = await twoDates(app, { ...free, maxAttendees });
  const [first, second] = [await aGuestIn(app, from), await aGuestIn(app, to)];
  const there = await aMoveOf(app, first, from, to);
  const back = await aMoveOf(app, second, to, from);
  const outcomes = await Promise.allSettled([there, back].map((form) => app.as().bookings.move(form)));
  const sessions = [
    (await readBooking(app, first.bookingId)).sessionId,
    (await readBooking(app, second.bookingId)).sessionId,
  ];
  return { refusals: reasons(outcomes), hasSwapped: sessions[0] === to.id && sessions[1] === from.id, from, to };
}

test("lets two guests swap dates that have a place left, every time and without a deadlock", async ({ app }) => {
  for (let round = 0; round < 10; round += 1) {
    const { refusals, hasSwapped, from, to } = await swap(app, 2);
    expect([refusals, hasSwapped]).toEqual([[], true]);
    expect(await takenIn(app, from, to)).toEqual([1, 1]);
  }
});

test("refuses both guests who swap dates that are fully booked, and neither loses the place", async ({ app }) => {
  const { refusals, hasSwapped, from, to } = await swap(app, 1);
  expect(refusals).toEqual(Array(2).fill("This date is fully booked now. Please choose another."));
  expect(hasSwapped).toBe(false);
  expect(await takenIn(app, from, to)).toEqual([1, 1]);
});

/** Locks the booked session before the one with the lower id, and lets the transactions meet after their first lock. */
function lockBookedSessionFirst(app: TestApp, meetingPoint: number): void {
  const order = 'order by "live_sessions"."id" asc';
  const meet = `pg_advisory_xact_lock_shared(${meetingPoint})`;
  interceptStatements(app, {
    rewrite: (text) =>
      text.endsWith(`${order} for no key update`)
        ? `select locked.*, ${meet} from (${text.replace(order, 'order by "live_sessions"."id" <> $1')}) locked`
        : text,
  });
}

test("ends in a deadlock when sessions are not locked in the order of their ids (control run)", async ({ app }) => {
  const meetingPoint = 4711;
  const waiting = () =>
    app.db.execute(sql`select 1 from pg_locks where locktype = 'advisory' and objid = ${meetingPoint} and not granted`);
  const guard = await app.db.$client.connect();
  await guard.query(`select pg_advisory_lock(${meetingPoint})`);
  lockBookedSessionFirst(app, meetingPoint);
  const swapped = swap(app, 2);
  await expect.poll(async () => (await waiting()).rows.length).toBe(2);
  await guard.query(`select pg_advisory_unlock(${meetingPoint})`);
  guard.release();
  expect((await swapped).refusals).toEqual(["Failed to move your booking. Please try again."]);
});

/** Eight guests of one session move to another with three places. */
async function rush(app: TestApp, by: Mover = "attendee") {
  const moveIt = await movers[by](app);
  const { from } = await twoDates(app, free);
  const { to: small } = await twoDates(app, { ...free, maxAttendees: 3 });
  const guests = await Promise.all(Array.from({ length: 8 }, () => aGuestIn(app, from)));
  const forms = await Promise.all(guests.map((guest) => aMoveOf(app, guest, from, small)));
  const outcomes = await Promise.allSettled(forms.map(moveIt));
  return { refusals: reasons(outcomes), taken: await takenIn(app, from, small) };
}

test.for(everyMover)(
  "gives three places to exactly three of eight who are moved at once by the %s",
  async (by, { app }) => {
    const { refusals, taken } = await rush(app, by);
    expect(taken).toEqual([5, 3]);
    expect(refusals).toEqual(Array(5).fill("This date is fully booked now. Please choose another."));
  },
);

// Control runs: they show that the race above is lost only without both protections.
test.for(everyMover)(
  "oversells by the %s with both the locks and the trigger off (control run)",
  async (by, { app }) => {
    disableSessionLockUntilAllCounted(app, 8);
    await withoutTriggers(app, async () => {
      expect((await rush(app, by)).taken).toEqual([0, 8]);
    });
  },
);

test("gives three places with only the trigger", async ({ app }) => {
  disableSessionLockUntilAllCounted(app, 8);
  const { refusals, taken } = await rush(app);
  expect(taken).toEqual([5, 3]);
  expect(refusals).toEqual(Array(5).fill("This date is fully booked now. Please choose another."));
});

test("gives three places with only the locks", async ({ app }) => {
  await withoutTriggers(app, async () => {
    expect((await rush(app)).taken).toEqual([5, 3]);
  });
});

test.for(everyMover)(
  "sells the last place once to a guest moved by the %s and a visitor who books",
  async (by, { app }) => {
    const moveIt = await movers[by](app);
    for (let round = 0; round < 6; round += 1) {
      const { from, to } = await twoDates(app, { ...free, maxAttendees: 1 });
      const guest = await aGuestIn(app, from);
      const form = await aMoveOf(app, guest, from, to);
      const outcomes = await Promise.allSettled([moveIt(form), app.as().bookings.create(aBookingOf(to))]);
      expect(reasons(outcomes)).toHaveLength(1);
      expect((await takenIn(app, to))[0]).toBe(1);
    }
  },
);

test("cancels nothing in the wrong session when the booking moves while it is being cancelled", async ({ app }) => {
  const { from, to } = await twoDates(app, { ...free, maxAttendees: 1 });
  const guest = await aGuestIn(app, from);
  const form = await aMoveOf(app, guest, from, to);
  let hasMoved = false;
  interceptStatements(app, {
    after: async (text) => {
      if (hasMoved || !text.startsWith('select "session_id" from "session_bookings"')) return;
      hasMoved = true;
      await app.as().bookings.move(form);
    },
  });
  await expect(app.as().bookings.cancel(guest)).rejects.toThrow("That did not go through. Please try again.");
  expect(await statusOf(app, guest.bookingId)).toBe("completed free");
  expect(await movesOf(app, guest.bookingId)).toHaveLength(1);
  await joinWaitlist(app, to);
  await app.as().bookings.cancel(guest);
  expect(await waitlistStatuses(app, to)).toEqual(["offered"]);
});

test("moves once when attendee and instructor choose different dates at the same moment", async ({ app }) => {
  const byInstructor = await movers.instructor(app);
  for (let round = 0; round < 6; round += 1) {
    const { from, to } = await twoDates(app, free);
    const { to: third } = await twoDates(app, free);
    const guest = await aGuestIn(app, from);
    const [first, second] = [await aMoveOf(app, guest, from, to), await aMoveOf(app, guest, from, third)];
    const outcomes = await Promise.allSettled([app.as().bookings.move(first), byInstructor(second)]);
    expect(reasons(outcomes)).toEqual(["This booking has just been moved. Please check it and try again."]);
    expect(await movesOf(app, guest.bookingId)).toHaveLength(1);
    expect(await takenIn(app, from)).toEqual([0]);
  }
});

test("either moves or cancels a booking for which both are asked at once", async ({ app }) => {
  for (let round = 0; round < 6; round += 1) {
    const { from, to } = await twoDates(app, { ...free, maxAttendees: 1 });
    const guest = await aGuestIn(app, from);
    const form = await aMoveOf(app, guest, from, to);
    await Promise.allSettled([app.as().bookings.move(form), app.as().bookings.cancel(guest)]);
    const isCancelled = (await statusOf(app, guest.bookingId)) === "cancelled cancelled";
    const taken = await takenIn(app, from, to);
    expect(taken[0]! + taken[1]!).toBe(isCancelled ? 0 : 1);
  }
  expect(await app.db.$count(sessionBookings)).toBe(6);
});
