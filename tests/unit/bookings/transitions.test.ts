import { expect, test } from "vitest";
import { type BookingState, canMove, movesByHand, stateOf } from "@server/bookings/transitions";
import type { Booking } from "@db/schema";

const states = Object.keys(movesByHand) as BookingState[];
const inState = (state: BookingState) => {
  const [status, paymentStatus] = state.split(" ");
  return { status, paymentStatus } as Booking;
};

test("offers the admin only legal moves to another state", () => {
  for (const state of states) {
    expect(stateOf(inState(state))).toBe(state);
    for (const to of movesByHand[state]) expect([state, to, canMove(inState(state), to)]).toEqual([state, to, true]);
    expect(canMove(inState(state), state)).toBe(false);
  }
});

test("allows a refund only after payment, and never reactivates a cancelled paid booking", () => {
  expect(states.filter((state) => canMove(inState(state), "cancelled refunded"))).toEqual([
    "completed paid",
    "completed refunded",
    "cancelled paid",
  ]);
  expect(states.filter((state) => canMove(inState(state), "completed refunded"))).toEqual(["completed paid"]);
  expect(canMove(inState("cancelled paid"), "completed paid")).toBe(false);
  expect(canMove(inState("cancelled refunded"), "completed paid")).toBe(false);
});
