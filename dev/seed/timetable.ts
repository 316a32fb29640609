import type { Slot } from "./calendar";
import type { Offer } from "./programme";
import * as online from "./programme-online";
import * as onsite from "./programme-onsite";

/** A session of the demo: what, when, and who has booked it (see bookings.ts). */
export type Planned = {
  /** Names the session for its id and its bookings. */
  key: string;
  offer: Offer;
  slot: Slot;
  isFeatured?: boolean;
  hasRecording?: boolean;
  isRecordingPublic?: boolean;
};

export const upcoming: Planned[] = [
  { key: "wind-down", offer: online.eveningWindDown, slot: { day: 0, time: "19:30" }, isFeatured: true },
  { key: "birth-together", offer: onsite.breathingForBirth, slot: { day: 3, time: "10:00" } },
  { key: "midday-reset", offer: online.middayReset, slot: { day: 6, time: "12:15" } },
  { key: "long-exhale", offer: onsite.theLongExhale, slot: { day: 9, time: "09:30" }, isFeatured: true },
  { key: "fourth-trimester", offer: online.fourthTrimesterCircle, slot: { day: 14, time: "10:30" } },
  { key: "morning-ground", offer: online.morningGround, slot: { day: 18, time: "07:15" } },
  { key: "slow-movement", offer: onsite.breathAndSlowMovement, slot: { day: 23, time: "11:00" } },
  { key: "first-breath", offer: online.firstBreath, slot: { day: 27, time: "18:00" } },
  { key: "first-tuesday-1", offer: online.firstTuesday, slot: { firstTuesday: 0, time: "19:30" } },
  { key: "own-hour", offer: online.anHourOfYourOwn, slot: { day: 31, time: "16:00" } },
  { key: "cello", offer: online.guidedRestWithCello, slot: { day: 36, time: "20:00" } },
  { key: "canal", offer: onsite.sittingByTheCanal, slot: { day: 45, time: "09:00" } },
  { key: "labour", offer: online.readyForLabour, slot: { day: 55, time: "18:30" } },
  { key: "first-tuesday-2", offer: online.firstTuesday, slot: { firstTuesday: 1, time: "19:30" } },
  { key: "kitchen", offer: online.theKitchenIsClosed, slot: { day: 63, time: "20:30" } },
  { key: "quiet-day", offer: onsite.aQuietDay, slot: { day: 79, time: "09:30" } },
];

export const past: Planned[] = [
  { key: "past-tuesday-1", offer: online.firstTuesday, slot: { firstTuesday: -1, time: "19:30" }, hasRecording: true },
  { key: "past-movement", offer: onsite.breathAndSlowMovement, slot: { day: -12, time: "11:00" } },
  {
    key: "past-reset",
    offer: online.middayReset,
    slot: { day: -15, time: "12:15" },
    hasRecording: true,
    isRecordingPublic: true,
  },
  { key: "past-own-hour", offer: online.anHourOfYourOwn, slot: { day: -18, time: "16:00" }, hasRecording: true },
  { key: "past-wind-down", offer: online.eveningWindDown, slot: { day: -28, time: "19:30" }, hasRecording: true },
  { key: "past-tuesday-2", offer: online.firstTuesday, slot: { firstTuesday: -2, time: "19:30" }, hasRecording: true },
  { key: "past-trimester", offer: online.fourthTrimesterCircle, slot: { day: -42, time: "10:30" } },
  { key: "past-exhale", offer: onsite.theLongExhale, slot: { day: -61, time: "09:30" } },
];
