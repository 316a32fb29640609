import { expect, test } from "vitest";
import { bookingNews } from "~/features/booking/booking-news";

const told = { firstName: "Dora", isOnline: false, hasJoinLink: false, returned: [] };

test.each([
  ["confirmed pending", "You pay when you come."],
  ["completed paid", "Everything you need to find us is here."],
] as const)("says that a place (%s) is booked, and after the start that it was", (state, ahead) => {
  expect(bookingNews({ ...told, state, hasBegun: false })).toEqual({ title: "You're booked, Dora.", text: ahead });
  expect(bookingNews({ ...told, state, hasBegun: true })).toEqual({
    title: "You were booked, Dora.",
    text: "This session has begun.",
  });
});

test("mentions the joining link only when there is one", () => {
  const online = { ...told, state: "completed paid", hasBegun: false, isOnline: true } as const;
  expect(bookingNews({ ...online, hasJoinLink: true }).text).toBe("Everything you need to join is here.");
  expect(bookingNews(online).text).toBe("I will send you the joining link before we start.");
});
