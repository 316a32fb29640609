import { holdLimits } from "@server/selling/bookings/pay/hold-cap";
import { expect, test } from "vitest";

test.each([
  { maxAttendees: 1, tickets: 0, network: 4 },
  { maxAttendees: 4, tickets: 1, network: 4 },
  { maxAttendees: 7, tickets: 1, network: 4 },
  { maxAttendees: 8, tickets: 2, network: 4 },
  { maxAttendees: 40, tickets: 10, network: 4 },
  { maxAttendees: 49, tickets: 12, network: 4 },
  { maxAttendees: 50, tickets: 12, network: 5 },
  { maxAttendees: 200, tickets: 50, network: 20 },
  { maxAttendees: null, tickets: Infinity, network: Infinity },
])(
  "allows two unpaid holds of $tickets tickets each and $network per network for $maxAttendees places",
  ({ tickets, network, ...session }) => {
    const own = { holds: 2, tickets };
    expect(holdLimits(session)).toEqual({
      browser: own,
      person: own,
      network: { holds: Infinity, tickets: network },
    });
  },
);
