import { liveSessions } from "@db/schema";
import { countPlaces } from "@server/catalogue/schedule/places";
import { endOffer } from "@server/selling/waitlist/offers";
import { sweepWaitlist } from "@server/selling/waitlist/sweep-waitlist";
import { aBookingOf } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";
import { disableSessionLockUntilAllCounted, withoutTriggers } from "../../../support/disabled-protections";
import {
  acceptanceOf,
  aFullSession,
  anEntryFor,
  cancelOneBooking,
  joinWaitlist,
  waitlistStatuses,
  mailedTo,
  refOf,
} from "../../../support/waitlist";

const rounds = 8;
const taken = async (app: TestApp, session: { id: string }) =>
  (await countPlaces(app.db, [session.id])).get(session.id)?.taken;
const reasonOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === "rejected" ? String(outcome.reason) : "done";

async function anOffer(app: TestApp, inLine: number) {
  const session = await aFullSession(app);
  const [first, ...others] = await joinWaitlist(app, session, inLine);
  await cancelOneBooking(app, session);
  return { session, first: first!, others };
}

test("offers two places freed at the same moment to the first two of three entries", async ({ app }) => {
  const session = await aFullSession(app, 2);
  const line = await joinWaitlist(app, session, 3);
  await Promise.all([cancelOneBooking(app, session), cancelOneBooking(app, session)]);
  expect(await waitlistStatuses(app, session)).toEqual(["offered", "offered", "waiting"]);
  for (const { email } of line.slice(0, 2))
    expect(await mailedTo(app, email)).toEqual(["waitlist-joined", "waitlist-offer"]);
});

test("makes one booking of an offer accepted ten times at once, and leads all ten to it", async ({ app }) => {
  const { session, first } = await anOffer(app, 1);
  const accepting = Array.from({ length: 10 }, () => app.as().waitlist.accept(acceptanceOf(session, first)));
  const answers = await Promise.all(accepting);
  expect(new Set(answers.map(({ next }) => next)).size).toBe(1);
  expect(await taken(app, session)).toBe(1);
  expect(await mailedTo(app, first.email)).toEqual(["waitlist-joined", "waitlist-offer", "booking-confirmation"]);
});

test("lets exactly one of accepting and expiring win, and reports it", async ({ app }) => {
  const winners = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const { session, first } = await anOffer(app, 2);
    app.clock.moveBy(48 * 60);
    const accept = () => app.as().waitlist.accept(acceptanceOf(session, first));
    const end = () => endOffer(app.services, { entryId: first.id });
    const outcomes = await Promise.allSettled(round % 2 ? [end(), accept()] : [accept(), end()]);
    const answer = reasonOf(outcomes[round % 2]!);
    const isBooked = answer === "done";
    winners.add(isBooked ? "accepted" : "run out");
    expect(await waitlistStatuses(app, session)).toEqual(isBooked ? ["accepted", "waiting"] : ["expired", "offered"]);
    if (!isBooked) expect(answer).toContain("This offer has expired, and the place went to the next person.");
    expect((await mailedTo(app, first.email)).at(-1)).toBe(
      isBooked ? "booking-confirmation" : "waitlist-offer-passed-on",
    );
    expect(await taken(app, session)).toBe(1);
    app.clock.moveBy(-48 * 60);
  }
  expect(winners.size).toBeGreaterThan(0);
});

test("lets exactly one of accepting, declining and leaving win", async ({ app }) => {
  for (let round = 0; round < rounds; round += 1) {
    const { session, first } = await anOffer(app, 2);
    const { accept, decline, leave } = app.as().waitlist;
    await Promise.allSettled([accept(acceptanceOf(session, first)), decline(refOf(first)), leave(refOf(first))]);
    const [hers, next] = await waitlistStatuses(app, session);
    expect([hers, next]).toEqual([
      expect.stringMatching(/accepted|declined|left/),
      hers === "accepted" ? "waiting" : "offered",
    ]);
    expect(await taken(app, session)).toBe(1);
  }
});

test("sells an offered place to no other visitor while it is being accepted", async ({ app }) => {
  const { session, first } = await anOffer(app, 1);
  const visitors = Array.from({ length: 20 }, () => app.as().bookings.create(aBookingOf(session)));
  const [accepted, ...others] = await Promise.allSettled([
    app.as().waitlist.accept(acceptanceOf(session, first)),
    ...visitors,
  ]);
  expect(accepted.status).toBe("fulfilled");
  expect(others.filter(({ status }) => status === "fulfilled")).toEqual([]);
  expect(await taken(app, session)).toBe(1);
});

test("offers the place to an entry that joins while it is being given up", async ({ app }) => {
  for (let round = 0; round < rounds; round += 1) {
    const session = await aFullSession(app);
    const join = () => app.as().waitlist.join(anEntryFor(session));
    const giveUp = () => cancelOneBooking(app, session);
    const outcomes = await Promise.allSettled(round % 2 ? [giveUp(), join()] : [join(), giveUp()]);
    const answer = reasonOf(outcomes[round % 2]!);
    expect(await waitlistStatuses(app, session)).toEqual(answer === "done" ? ["offered"] : []);
    if (answer !== "done") expect(answer).toContain("A place is free right now.");
  }
});

/** Runs the sweep that offers a free place against visitors who book it. */
async function raceForFreePlace(app: TestApp, visitors: number, prepare = () => {}) {
  const session = await aFullSession(app);
  await joinWaitlist(app, session);
  await app.db.update(liveSessions).set({ maxAttendees: 2 });
  prepare();
  const sweep = () => sweepWaitlist(app.services);
  const book = () => app.as().bookings.create(aBookingOf(session));
  await Promise.allSettled([sweep(), ...Array.from({ length: visitors }, book)]);
  return taken(app, session);
}

test("never both offers and sells a free place", async ({ app }) => {
  for (let round = 0; round < rounds; round += 1) expect(await raceForFreePlace(app, 5)).toBe(2);
});

// Control runs: they show that the race above is lost without its protections.
test("oversells with both the lock and the triggers off (control run)", async ({ app }) => {
  await withoutTriggers(app, async () => {
    expect(await raceForFreePlace(app, 3, () => disableSessionLockUntilAllCounted(app, 4))).toBe(5);
  });
});

test("keeps to one place with only the triggers", async ({ app }) => {
  expect(await raceForFreePlace(app, 3, () => disableSessionLockUntilAllCounted(app, 4))).toBe(2);
});

test("keeps to one place with only the lock", async ({ app }) => {
  await withoutTriggers(app, async () => {
    expect(await raceForFreePlace(app, 5)).toBe(2);
  });
});
