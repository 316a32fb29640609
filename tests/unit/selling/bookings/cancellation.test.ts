import { expect, test } from "vitest";
import { cancellationTerms } from "@server/selling/bookings/cancellation";

const zones = { settings: { siteTimeZone: "Europe/London" }, visitor: { timeZone: "America/New_York" } };
const startTime = new Date("2026-11-26T19:30:00Z");
const session = { startTime, cancelledAt: null, rescheduledAt: null, locationType: "onsite" as const };
const site = { isCancellingOn: true, cancelWindowHours: 24 };
const now = new Date("2026-11-20T12:00:00Z");
const early = new Date("2026-11-01T12:00:00Z");
const booked = (status: "pending" | "confirmed" | "completed" | "cancelled") => ({
  status,
  createdAt: early,
  movedAt: null,
});
const late = { now: new Date("2026-11-25T19:30:01Z") };

test.each([
  ["before the end of the window", {}, "Free cancellation until Wed 25 Nov, 7:30 PM GMT"],
  ["in the last moment", { now: new Date("2026-11-25T19:30:00Z") }, /^Free cancellation until Wed 25 Nov, 7:30 PM/],
  ["after the window", late, "This session can no longer be cancelled"],
  ["after the start", { now: startTime }, null],
  ["for several tickets", { quantity: 3 }, "Free cancellation of any ticket until Wed 25 Nov, 7:30 PM GMT"],
  ["online", { session: { ...session, locationType: "online" as const } }, /until Wed 25 Nov, 2:30 PM EST$/],
  ["with another window", { site: { ...site, cancelWindowHours: 48 } }, /until Tue 24 Nov, 7:30 PM GMT$/],
  ["turned off", { site: { ...site, isCancellingOn: false } }, "To cancel, write to me before the session"],
  ["of a cancelled session", { session: { ...session, cancelledAt: now } }, null],
  ["already booked", { booking: booked("completed") }, "Free cancellation until Wed 25 Nov, 7:30 PM GMT"],
  ["to be paid at the door", { booking: booked("confirmed") }, "Free cancellation until Wed 25 Nov, 7:30 PM GMT"],
  ["unpaid", { booking: booked("pending") }, null],
  ["cancelled", { booking: booked("cancelled") }, null],
  [
    "booked before a change of time",
    { ...late, session: { ...session, rescheduledAt: now }, booking: booked("completed") },
    "Free cancellation until Thu 26 Nov, 7:30 PM GMT",
  ],
  ["booked after it", { ...late, session: { ...session, rescheduledAt: now } }, /no longer/],
  [
    "across the clock change",
    { session: { ...session, startTime: new Date("2027-03-28T09:00:00Z") } },
    "Free cancellation until Sat 27 Mar, 9:00 AM GMT",
  ],
])("says until when a place can be cancelled: %s", (_, given, text) => {
  const terms = cancellationTerms(zones, { session, quantity: 1, site, now, ...given });
  if (text instanceof RegExp) expect(terms).toMatch(text);
  else expect(terms).toBe(text);
});
