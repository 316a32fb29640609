import type { ManagedBooking } from "@server/bookings/get-managed-booking";
import { CalendarLinks } from "./calendar-links";
import { Ticket } from "../../ui/ticket";
import { WatchRecording } from "../schedule/watch-recording";

/** Date, time and place of a booking, the way in, and the ways to keep it in mind. */
export function ManagedTicket({ booking }: { booking: ManagedBooking }) {
  const { session, joinUrl, calendar, payUrl } = booking;
  const [place, ...address] = session.where;
  return (
    <Ticket
      label="Booking details"
      title={session.title}
      start={session.startsAt}
      duration={session.duration}
      where={
        <>
          {place} {address.length > 0 && <span>{address.join(", ")}</span>}
          {session.isOnline && !session.hasBegun && <span>{joinHint(booking)}</span>}
        </>
      }
    >
      <p className="ticket__price">
        <span className="text-ink-soft">One place</span> <strong>{booking.paid.amount}</strong>
      </p>
      {payUrl && (
        <a className="btn btn--block" href={payUrl} rel="noreferrer">
          Complete the payment
        </a>
      )}
      {joinUrl && (
        <a className="btn btn--block" href={joinUrl} rel="noreferrer">
          Join the session
        </a>
      )}
      {booking.recordingUrl && (
        <WatchRecording url={booking.recordingUrl} title={session.title} className="btn--block" />
      )}
      {calendar && <CalendarLinks links={calendar} />}
    </Ticket>
  );
}

function joinHint({ joinUrl, state }: ManagedBooking): string {
  if (joinUrl) return "The room opens ten minutes before we start";
  return state.startsWith("cancelled") || state === "pending pending" || state === "session_cancelled"
    ? ""
    : "I will send you the joining link before we start";
}
