import type { Tap } from "./schemas";

/** In milliseconds: a device's clock that is wrong by less is believed. */
const believedSkew = 30_000;

/**
 * Returns when a tap was made, by the server's clock, and never later than `now`. A device's clock that is clearly wrong
 * only tells how old the tap was when it was sent. Without a tap it is now.
 */
export function tapTime(tap: Tap | undefined, now: Date): Date {
  if (!tap) return now;
  const skew = now.getTime() - tap.sentAt;
  const tappedAt = Math.min(tap.tappedAt, tap.sentAt) + (Math.abs(skew) > believedSkew ? skew : 0);
  return new Date(Math.min(tappedAt, now.getTime()));
}
