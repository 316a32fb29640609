import { holdLimits } from "@server/bookings/hold-cap";
import { expect, test } from "vitest";

test.each([
  { maxAttendees: 1, own: 1, network: 4 },
  { maxAttendees: 4, own: 1, network: 4 },
  { maxAttendees: 7, own: 1, network: 4 },
  { maxAttendees: 8, own: 2, network: 4 },
  { maxAttendees: 40, own: 2, network: 4 },
  { maxAttendees: 49, own: 2, network: 4 },
  { maxAttendees: 50, own: 2, network: 5 },
  { maxAttendees: 200, own: 2, network: 20 },
  { maxAttendees: null, own: 2, network: Infinity },
])(
  "allows $own unpaid holds each and $network per network for $maxAttendees places",
  ({ own, network, ...session }) => {
    expect(holdLimits(session)).toEqual({ browser: own, person: own, network });
  },
);
