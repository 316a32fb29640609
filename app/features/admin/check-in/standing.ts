import type { CheckInState } from "./check-ins";

type Arrival = { id: string; checkedInAt: string | null };
type Counts = { here: number; booked: number };

/** The server's state of a session's attendees at `readAt`, in milliseconds. */
type Arrivals = { arrivals: Arrival[]; counts: Counts; readAt: number };

export type Standing = {
  isHere: boolean;
  /** "6:02 PM"; null for an absent attendee and for an unsaved check-in. */
  since: string | null;
  isUnsent: boolean;
  refusal: string | null;
};

/** Returns an attendee's state: as last tapped here, else as last known by the server. */
export function standingOf(arrival: Arrival, readAt: number, state: CheckInState): Standing {
  const known = knownOf(arrival, readAt, state);
  const unsent = state.unsent.find(({ ticketId }) => ticketId === arrival.id);
  return {
    isHere: unsent?.isHere ?? known.checkedInAt !== null,
    since: unsent ? null : known.checkedInAt,
    isUnsent: unsent !== undefined,
    refusal: state.refused.get(arrival.id) ?? null,
  };
}

/** Counts present attendees, including unsaved taps. */
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
