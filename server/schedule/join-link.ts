import type { Booking, LiveSession } from "@db/schema";

type Joined = {
  booking: Pick<Booking, "status">;
  session: Pick<LiveSession, "locationType" | "zoomLink" | "cancelledAt">;
};

/** Where an online session is joined, for whoever has a place in it; null for all others, and where there is none. */
export function joinLinkFor({ booking, session }: Joined): string | null {
  const hasPlace = booking.status === "completed" || booking.status === "confirmed";
  return hasPlace && session.locationType === "online" && !session.cancelledAt ? session.zoomLink : null;
}
