import type { Booking, LiveSession } from "@db/schema";
import { displayStart, type Zones } from "../../core/dates";
import type { SiteSettings } from "../../core/site-settings";

export type Cancellation =
  | { kind: "allowed"; until: Date; isRescheduled: boolean }
  | { kind: "hold" }
  | { kind: "write"; why: "too_late" | "turned_off" }
  | { kind: "none" };

type CancellationInput = {
  booking: Pick<Booking, "status" | "createdAt" | "movedAt">;
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
  const isRescheduled = isRescheduledSince(booking, session);
  const until = isRescheduled ? session.startTime : hoursBefore(session.startTime, site.cancelWindowHours);
  return now <= until ? { kind: "allowed", until, isRescheduled } : { kind: "write", why: "too_late" };
}

/** Returns whether the instructor has changed time or place since it was booked or moved. */
export const isRescheduledSince = (
  { movedAt, createdAt }: Pick<Booking, "createdAt" | "movedAt">,
  { rescheduledAt }: Pick<LiveSession, "rescheduledAt">,
): boolean => rescheduledAt !== null && rescheduledAt > (movedAt ?? createdAt);

const hoursBefore = (instant: Date, hours: number) => new Date(instant.getTime() - hours * 3_600_000);

type TermsInput = Omit<CancellationInput, "booking" | "session"> & {
  session: CancellationInput["session"] & Pick<LiveSession, "locationType">;
  /** None before booking: the terms of a booking made now. */
  booking?: CancellationInput["booking"];
  quantity: number;
};

/** Says in one line until when a booking can be cancelled, for the dialog, the session page and the mail. */
export function cancellationTerms(zones: Zones, { session, quantity, booking, ...terms }: TermsInput): string | null {
  const made = booking ?? { status: "completed", createdAt: terms.now, movedAt: null };
  const cancellation = cancellationOf({ ...terms, session, booking: made });
  switch (cancellation.kind) {
    case "allowed": {
      const until = displayStart({ startTime: cancellation.until, locationType: session.locationType }, zones);
      const what = quantity > 1 ? "Free cancellation of any ticket" : "Free cancellation";
      return `${what} until ${until.shortDate}, ${until.time} ${until.zone}`;
    }
    case "write":
      if (cancellation.why === "too_late") return "This session can no longer be cancelled";
      return "To cancel, write to me before the session";
    case "hold":
    case "none":
      return null;
  }
}

type CancelledBooking = Pick<Booking, "status" | "cancelledAt">;

export function wasCancelledWithSession(
  { status, cancelledAt }: CancelledBooking,
  session: Pick<LiveSession, "cancelledAt">,
): boolean {
  if (!session.cancelledAt) return false;
  return status !== "cancelled" || (cancelledAt !== null && cancelledAt >= session.cancelledAt);
}
