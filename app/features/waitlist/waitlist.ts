import { useMatches } from "@remix-run/react";

/** The handle of the route that opens the waitlist's form on a session's page. */
export const opensWaitlist = { opensWaitlist: true };

/** Whether the form is open: it has an address of its own, below the session's. */
export const useIsWaitlistOpen = (): boolean =>
  useMatches().some(({ handle }) => typeof handle === "object" && handle !== null && "opensWaitlist" in handle);

/** An entry and the key that a mailed link has brought along. */
export type EntryRef = { id: string; key: string };

export const entryRefOf = ({ request, params }: { request: Request; params: { id?: string } }): EntryRef => ({
  id: params.id ?? "",
  key: new URL(request.url).searchParams.get("key") ?? "",
});

/** The page of an entry. */
export const waitlistPath = ({ id, key }: EntryRef) => `/waitlist/${id}?${queryOf(key)}`;

/** The booking form for the place that an entry is offered. */
export const acceptPath = ({ id, key }: EntryRef) => `/waitlist/${id}/accept?${queryOf(key)}`;

const queryOf = (key: string) => new URLSearchParams({ key }).toString();

/** What those in line can hope for where nothing is offered any more. */
export const noPlaceIsHeld =
  "So near to the start no place is held: one that becomes free now is on the session’s page, for whoever is first.";

/** What becomes of a place that is given up: nobody need wait for it, nor be offered it, so no text promises more. */
export const whereItGoes = "goes to the first on the waitlist, or is free for everybody";
