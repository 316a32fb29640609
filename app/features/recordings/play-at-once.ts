/** The state of a link to a recording that plays as soon as its page is there, if the browser lets it. */
export const playAtOnce = { playsAtOnce: true } as const;

export const isToPlayAtOnce = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "playsAtOnce" in state;
