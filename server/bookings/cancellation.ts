import type { Booking, LiveSession } from "@db/schema";
import type { SiteSettings } from "../core/site-settings";

/** Whether an attendee may cancel by herself, and why not. `write`: she is told how to reach the instructor. */
export type Cancellation =
  | { kind: "allowed"; until: Date; isRescheduled: boolean }
  /** Nothing was paid yet: the hold may be given back as long as it is one. */
  | { kind: "hold" }
  | { kind: "write"; why: "too_late" | "turned_off" }
  | { kind: "none" };

type Asked = {
  booking: Pick<Booking, "status" | "createdAt">;
  session: Pick<LiveSession, "startTime" | "cancelledAt" | "rescheduledAt">;
  site: Pick<SiteSettings, "isCancellingOn" | "cancelWindowHours">;
  now: Date;
};

/**
 * The rule for cancelling, for page and procedure alike: free of charge until the site's window before the start, and
 * until the start itself where time or place were changed after the booking.
 */
export function cancellationOf({ booking, session, site, now }: Asked): Cancellation {
  if (booking.status === "cancelled" || session.cancelledAt) return { kind: "none" };
  if (booking.status === "pending") return { kind: "hold" };
  if (session.startTime <= now) return { kind: "none" };
  if (!site.isCancellingOn) return { kind: "write", why: "turned_off" };
  const isRescheduled = session.rescheduledAt !== null && session.rescheduledAt > booking.createdAt;
  const until = isRescheduled ? session.startTime : hoursBefore(session.startTime, site.cancelWindowHours);
  return now <= until ? { kind: "allowed", until, isRescheduled } : { kind: "write", why: "too_late" };
}

const hoursBefore = (instant: Date, hours: number) => new Date(instant.getTime() - hours * 3_600_000);

type Lost = Pick<Booking, "status" | "cancelledAt">;

/** Whether a booking's place is lost because the whole session is: it was not given back before that. */
export function isLostWithSession({ status, cancelledAt }: Lost, session: Pick<LiveSession, "cancelledAt">): boolean {
  if (!session.cancelledAt) return false;
  return status !== "cancelled" || (cancelledAt !== null && cancelledAt >= session.cancelledAt);
}
