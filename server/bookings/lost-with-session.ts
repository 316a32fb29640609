import type { Booking, LiveSession } from "@db/schema";

type Lost = Pick<Booking, "status" | "cancelledAt">;

/** Whether a booking's place is lost because the whole session is: it was not given back before that. */
export function isLostWithSession({ status, cancelledAt }: Lost, session: Pick<LiveSession, "cancelledAt">): boolean {
  if (!session.cancelledAt) return false;
  return status !== "cancelled" || (cancelledAt !== null && cancelledAt >= session.cancelledAt);
}
