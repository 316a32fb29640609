import { lastFreeInstant } from "../periods/periods";

/** Returns what Stripe is told of an instant before which it must not charge, in seconds: no more than it takes. */
export const trialEndFor = (until: Date, now: Date): number =>
  Math.ceil(Math.min(until.getTime(), lastFreeInstant(now).getTime()) / 1000);
