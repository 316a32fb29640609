import { useMatches } from "@remix-run/react";

/** The handle of the route that opens the waitlist form on a session's page. */
export const opensWaitlist = { opensWaitlist: true };

export const useIsWaitlistOpen = (): boolean =>
  useMatches().some(({ handle }) => typeof handle === "object" && handle !== null && "opensWaitlist" in handle);

/** A waitlist entry and the key from its mailed link. */
export type EntryRef = { id: string; key: string };

export const entryRefOf = ({ request, params }: { request: Request; params: { id?: string } }): EntryRef => ({
  id: params.id ?? "",
  key: new URL(request.url).searchParams.get("key") ?? "",
});

export const waitlistPath = ({ id, key }: EntryRef) => `/waitlist/${id}?${queryOf(key)}`;

export const acceptPath = ({ id, key }: EntryRef) => `/waitlist/${id}/accept?${queryOf(key)}`;

/** Returns the address that books a course with an offer. */
export const courseOfferPath = (courseId: string, { id, key }: EntryRef) =>
  `/courses/${courseId}/book?${new URLSearchParams({ entry: id, key }).toString()}`;

/** Reads the offer with which a course is booked. */
export function offerOf({ request }: { request: Request }): EntryRef | undefined {
  const query = new URL(request.url).searchParams;
  const id = query.get("entry");
  return id === null ? undefined : { id, key: query.get("key") ?? "" };
}

const queryOf = (key: string) => new URLSearchParams({ key }).toString();

/** What people wait for, in texts. */
export type WaitedNoun = "session" | "course";

export const noPlaceIsHeld = (noun: WaitedNoun): string =>
  `The ${noun} starts too soon for us to hold places: if one opens now, anyone can book it on the ${noun}’s page.`;

/** A place that is given up may not be offered at all, so no text may promise more than this. */
export const whereItGoes = "goes to the first person on the waitlist or becomes free for everyone";
