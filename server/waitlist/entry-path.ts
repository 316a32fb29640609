type Keyed = { id: string; manageKey: string };

/** The page of an entry, for whoever has its key: where she stands, or what she is offered. */
export const entryPath = ({ id, manageKey }: Keyed) => `/waitlist/${id}?key=${manageKey}`;

/** The booking form for the place that an entry is offered. */
export const acceptPath = ({ id, manageKey }: Keyed) => `/waitlist/${id}/accept?key=${manageKey}`;
