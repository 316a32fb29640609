import { expect } from "vitest";
import type { MembershipBooks } from "./membership-books";

/** Expects what holds of standing places at every moment. */
export function expectStandingPlacesToHold(books: MembershipBooks): void {
  const taken = datesOf(books).map(({ booking, standing }) => `${standing.id} ${booking.sessionId}`);
  expect(taken, "dates that a standing place has taken").toEqual([...new Set(taken)]);
  // Each keeps its row when it is released, by whom and for what ever.
  const dates = datesOf(books).map(({ booking }) => `${booking.userId} ${booking.sessionId}`);
  expect(dates, "dates that were not released before").toEqual([...new Set(dates)]);
  expectPlacesForAll(books);
  for (const { id, maxAttendees } of books.sessions) {
    const places = books.live.filter(({ sessionId }) => sessionId === id).length;
    expect(places, "places taken").toBeLessThanOrEqual(maxAttendees ?? Infinity);
  }
}

/** Returns the bookings that standing places have made. */
const datesOf = ({ bookings, standing }: MembershipBooks) =>
  bookings.flatMap((booking) => {
    const made = standing.find(({ id }) => id === booking.formKey);
    return made ? [{ booking, standing: made }] : [];
  });

/** A series has no more standing places of memberships that go on than its smallest date has places. */
function expectPlacesForAll({ standing, memberships, sessions }: MembershipBooks): void {
  const live = new Set(memberships.filter(({ endedAt }) => endedAt === null).map(({ id }) => id));
  const kept = standing.filter(({ endedAt, membershipId }) => endedAt === null && live.has(membershipId));
  for (const seriesId of new Set(kept.map((place) => place.seriesId))) {
    const sizes = sessions.filter((date) => date.seriesId === seriesId).map(({ maxAttendees }) => maxAttendees!);
    const count = kept.filter((place) => place.seriesId === seriesId).length;
    expect(count, "standing places of a series").toBeLessThanOrEqual(Math.min(...sizes));
  }
}

/** Expects the dates behind what is paid to be given back once a membership has ended. */
export function expectUnpaidDatesToBeFree(books: MembershipBooks): void {
  const unpaid = datesOf(books).filter(({ booking, standing }) => {
    const membership = books.memberships.find(({ id }) => id === standing.membershipId);
    const session = books.sessions.find(({ id }) => id === booking.sessionId);
    const isOver = membership?.endedAt != null && booking.status === "completed" && booking.payerKind === "membership";
    return isOver && session!.startTime > books.now && session!.startTime >= membership.accessUntil!;
  });
  expect(unpaid, "dates behind what is paid").toEqual([]);
}
