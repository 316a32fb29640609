import type { Booking, LiveSession } from "@db/schema";
import type { SiteSettings } from "../core/site-settings";

export type Cancellation =
  | { kind: "allowed"; until: Date; isRescheduled: boolean }
  | { kind: "hold" }
  | { kind: "write"; why: "too_late" | "turned_off" }
  | { kind: "none" };

type CancellationInput = {
  booking: Pick<Booking, "status" | "createdAt">;
  session: Pick<LiveSession, "startTime" | "cancelledAt" | "rescheduledAt">;
  site: Pick<SiteSettings, "isCancellingOn" | "cancelWindowHours">;
  now: Date;
};

/** Allows cancelling until the site's window before the start; after a change of time or place, until the start. */
export function cancellationOf({ booking, session, site, now }: CancellationInput): Cancellation {
  if (booking.status === "cancelled" || session.cancelledAt) return { kind: "none" };
  if (booking.status === "pending") return { kind: "hold" };
  if (session.startTime <= now) return { kind: "none" };
  if (!site.isCancellingOn) return { kind: "write", why: "turned_off" };
  const isRescheduled = session.rescheduledAt !== null && session.rescheduledAt > booking.createdAt;
  const until = isRescheduled ? session.startTime : hoursBefore(session.startTime, site.cancelWindowHours);
  return now <= until ? { kind: "allowed", until, isRescheduled } : { kind: "write", why: "too_late" };
}

const hoursBefore = (instant: Date, hours: number) => new Date(instant.getTime() - hours * 3_600_000);

type CancelledBooking = Pick<Booking, "status" | "cancelledAt">;

export function wasCancelledWithSession(
  { status, cancelledAt }: CancelledBooking,
  session: Pick<LiveSession, "cancelledAt">,
): boolean {
  if (!session.cancelledAt) return false;
  return status !== "cancelled" || (cancelledAt !== null && cancelledAt >= session.cancelledAt);
}
