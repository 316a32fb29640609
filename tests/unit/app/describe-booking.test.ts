import { expect, test } from "vitest";
import { describeBooking } from "~/features/bookings/describe-booking";

const plain = { firstName: "Dora", isOnline: false, hasJoinLink: false, returned: [] };

test.each([
  ["confirmed pending", "You pay when you arrive."],
  ["completed paid", "Everything you need to find us is here."],
] as const)("says that a place (%s) is booked, and after the start that it was", (state, ahead) => {
  expect(describeBooking({ ...plain, state, hasBegun: false })).toEqual({ title: "You're booked, Dora.", text: ahead });
  expect(describeBooking({ ...plain, state, hasBegun: true })).toEqual({
    title: "You were booked, Dora.",
    text: "This session has begun.",
  });
});

test("mentions the joining link only when there is one", () => {
  const online = { ...plain, state: "completed paid", hasBegun: false, isOnline: true } as const;
  expect(describeBooking({ ...online, hasJoinLink: true }).text).toBe("Everything you need to join is here.");
  expect(describeBooking(online).text).toBe("I’ll send you the joining link before we start.");
});
