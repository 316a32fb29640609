/** What a player looks like at one moment. */
type PlayerMoment = {
  /** In milliseconds, from any beginning. */
  now: number;
  /** Where it is, in seconds. */
  second: number;
  /** Whether it has been asked to play on. */
  isAsked: boolean;
};

const stalledAfterMs = 2000;
/** Longer between two looks, the device was asleep. */
const longestGapMs = 1500;
/** What a millisecond of playing makes good. */
const recovers = 0.5;

/**
 * Watches a player that is looked at several times a second. It has stalled once it stood still for two seconds, at once
 * or in short stops that follow each other.
 */
export function createStallWatch() {
  let last: PlayerMoment | null = null;
  let stillMs = 0;
  return {
    isStalled(moment: PlayerMoment): boolean {
      const before = last;
      last = moment;
      const gap = before ? moment.now - before.now : Infinity;
      if (!before?.isAsked || !moment.isAsked) stillMs = 0;
      if (!before?.isAsked || !moment.isAsked || gap > longestGapMs) return false;
      const isStill = moment.second === before.second;
      stillMs = Math.max(0, stillMs + (isStill ? gap : -gap * recovers));
      return isStill && stillMs >= stalledAfterMs;
    },
    /** Begins anew, with another file. */
    reset(): void {
      last = null;
      stillMs = 0;
    },
  };
}
