import { expect, test } from "vitest";
import { type BookingState, canChangeState, changesByHand, stateOf } from "@server/selling/bookings/transitions";
import type { Booking } from "@db/schema";

const states = Object.keys(changesByHand) as BookingState[];
const inState = (state: BookingState) => {
  const [status, paymentStatus] = state.split(" ");
  return { status, paymentStatus } as Booking;
};

test("offers the admin only legal changes to another state", () => {
  for (const state of states) {
    expect(stateOf(inState(state))).toBe(state);
    for (const to of changesByHand[state])
      expect([state, to, canChangeState(inState(state), to)]).toEqual([state, to, true]);
    expect(canChangeState(inState(state), state)).toBe(false);
  }
});

test("allows a refund only after payment, and never reactivates a cancelled paid booking", () => {
  expect(states.filter((state) => canChangeState(inState(state), "cancelled refunded"))).toEqual([
    "completed paid",
    "completed refunded",
    "cancelled paid",
  ]);
  expect(states.filter((state) => canChangeState(inState(state), "completed refunded"))).toEqual(["completed paid"]);
  expect(canChangeState(inState("cancelled paid"), "completed paid")).toBe(false);
  expect(canChangeState(inState("cancelled refunded"), "completed paid")).toBe(false);
});
