/** The button that leads to a pass on sale names it. */
const prefix = "pass-first-";

/** Returns the value of the button that leads from a booking form to a pass. */
export const passFirst = (passId: string): string => prefix + passId;

/** Returns the id of the pass that a pressed button leads to; null for other buttons. */
export const passFirstIn = (intent: unknown): string | null =>
  typeof intent === "string" && intent.startsWith(prefix) ? intent.slice(prefix.length) : null;
