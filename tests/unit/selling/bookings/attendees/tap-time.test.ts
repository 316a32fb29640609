import { expect, test } from "vitest";
import { tapTime } from "@server/selling/bookings/attendees/check-in";

const now = new Date("2026-11-22T18:00:00Z");
const at = (seconds: number) => now.getTime() + seconds * 1000;

test.for([
  { what: "a tap sent at once", tappedAt: 0, sentAt: 0, is: 0 },
  { what: "a tap that waited an hour", tappedAt: -3600, sentAt: 0, is: -3600 },
  { what: "a request that took 20 s to arrive", tappedAt: -25, sentAt: -20, is: -25 },
  { what: "a clock ten minutes behind", tappedAt: -660, sentAt: -600, is: -60 },
  { what: "a clock ten minutes ahead", tappedAt: 540, sentAt: 600, is: -60 },
  { what: "a clock ten seconds ahead", tappedAt: 10, sentAt: 10, is: 0 },
  { what: "a tap made after it was sent", tappedAt: 5, sentAt: -5, is: -5 },
  { what: "the year 1970", tappedAt: -at(0) / 1000, sentAt: -at(0) / 1000 + 90, is: -90 },
])("dates $what $is s from now", ({ tappedAt, sentAt, is }) => {
  const tap = { tappedAt: at(tappedAt), sentAt: at(sentAt) };
  expect((tapTime(tap, now).getTime() - now.getTime()) / 1000).toBe(is);
});

test("dates a check-in without a tap now", () => {
  expect(tapTime(undefined, now)).toEqual(now);
});
