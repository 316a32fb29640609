import type { ManagedState } from "@server/selling/bookings/show/get-managed-booking";
import type { ReturnedPart } from "@server/payments/receipt";

type Description = { title: string; text: string };
type DescribedBooking = {
  state: ManagedState;
  firstName: string;
  hasBegun: boolean;
  isOnline: boolean;
  hasJoinLink: boolean;
  returned: ReturnedPart[];
};

export function describeBooking(booking: DescribedBooking): Description {
  const { state, firstName, hasBegun, returned } = booking;
  switch (state) {
    case "pending pending":
      return { title: `Your place is held, ${firstName}.`, text: "It’s yours once you’ve paid." };
    case "confirmed pending":
    case "completed paid":
    case "completed free":
    case "completed refunded":
      if (hasBegun) return { title: `You were booked, ${firstName}.`, text: "This session has begun." };
      if (state === "confirmed pending")
        return { title: `You're booked, ${firstName}.`, text: "You pay when you arrive." };
      return { title: `You're booked, ${firstName}.`, text: joinText(booking) };
    case "session_cancelled":
      return { title: "This session is cancelled.", text: `It will not take place. ${refundText(returned)}`.trim() };
    case "cancelled paid":
    case "cancelled refunded":
    case "cancelled failed":
    case "cancelled cancelled":
      return {
        title: "This booking is cancelled.",
        text: `Your place has been released. ${refundText(returned)}`.trim(),
      };
  }
}

function joinText({ isOnline, hasJoinLink }: DescribedBooking): string {
  if (!isOnline) return "Everything you need to find us is here.";
  return hasJoinLink ? "Everything you need to join is here." : "I’ll send you the joining link before we start.";
}

function refundText(returned: ReturnedPart[]): string {
  const states = new Set(returned.map(({ state }) => state));
  if (states.has("failed") && !states.has("returned"))
    return "Your refund couldn’t be sent. I’ll write to you about it.";
  if (states.has("by_hand")) return "I’ll refund you myself.";
  if (states.has("on_its_way")) return "Your refund is on its way.";
  return states.has("returned") ? "Your refund has been sent." : "";
}
