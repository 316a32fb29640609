import type { CheckInState } from "./check-ins";

type Arrival = { id: string; checkedInAt: string | null };
type Counts = { here: number; booked: number };

/** What the server knew of a session's attendees at an instant, in milliseconds. */
type Arrivals = { arrivals: Arrival[]; counts: Counts; readAt: number };

/** How an attendee is shown. */
export type Standing = {
  isHere: boolean;
  /** "6:02 PM"; null for somebody who is not here, or whose check-in is not saved yet. */
  since: string | null;
  isUnsent: boolean;
  /** Why the server has refused the last tap. */
  refusal: string | null;
};

/** Returns how an attendee stands: as last tapped here, else by the newest word of the server. */
export function standingOf(arrival: Arrival, readAt: number, state: CheckInState): Standing {
  const known = knownOf(arrival, readAt, state);
  const unsent = state.unsent.find(({ bookingId }) => bookingId === arrival.id);
  return {
    isHere: unsent?.isHere ?? known.checkedInAt !== null,
    since: unsent ? null : known.checkedInAt,
    isUnsent: unsent !== undefined,
    refusal: state.refused.get(arrival.id) ?? null,
  };
}

/** Returns how many are here, with the taps that are not saved yet. */
export function countHere({ arrivals, counts, readAt }: Arrivals, state: CheckInState): Counts {
  const newer = arrivals.flatMap(({ id }) => state.saved.get(id) ?? []).filter(({ savedAt }) => savedAt > readAt);
  const newest = newer.sort((one, other) => other.savedAt - one.savedAt)[0]?.counts ?? counts;
  const changes = arrivals.map((arrival) => {
    const wasHere = knownOf(arrival, readAt, state).checkedInAt !== null;
    return Number(standingOf(arrival, readAt, state).isHere) - Number(wasHere);
  });
  return { ...newest, here: newest.here + changes.reduce((sum, change) => sum + change, 0) };
}

function knownOf(arrival: Arrival, readAt: number, { saved }: CheckInState): Pick<Arrival, "checkedInAt"> {
  const answer = saved.get(arrival.id);
  return answer && answer.savedAt > readAt ? answer : arrival;
}
