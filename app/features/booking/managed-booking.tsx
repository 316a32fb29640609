import type { ManagedBooking } from "@server/bookings/get-managed-booking";
import type { ReturnedPart } from "@server/payments/receipt";
import { WatchRecording } from "~/features/schedule/watch-recording";
import { buttonStyle } from "~/ui/button";
import { Ticket } from "~/ui/ticket";
import { CalendarLinks } from "./calendar-links";

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
        <a className={buttonStyle({ isWide: true })} href={payUrl} rel="noreferrer">
          Complete the payment
        </a>
      )}
      {joinUrl && (
        <a className={buttonStyle({ isWide: true })} href={joinUrl} rel="noreferrer">
          Join the session
        </a>
      )}
      {booking.recordingUrl && <WatchRecording url={booking.recordingUrl} title={session.title} isWide />}
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

export function ManagedFacts({ booking }: { booking: ManagedBooking }) {
  const { paid, returned } = booking;
  return (
    <dl className="facts mt-0">
      <div>
        <dt>{paidLabel(booking)}</dt>
        <dd>
          {paid.amount} {paid.discount && <span>{paid.discount}</span>}
        </dd>
      </div>
      {returned.map((part, index) => (
        <div key={index}>
          <dt>Refund</dt>
          <dd>
            {part.amount} <span>{partText(part)}</span>
          </dd>
        </div>
      ))}
      <div>
        <dt>For</dt>
        <dd className="break-words">
          {booking.firstName} {booking.lastName} <span>{booking.email}</span>
        </dd>
      </div>
      <div>
        <dt>Reference</dt>
        <dd>{booking.reference}</dd>
      </div>
    </dl>
  );
}

function paidLabel({ state, wasComplete }: ManagedBooking): string {
  if (state === "pending pending" || state === "confirmed pending") return "To pay";
  return wasComplete ? "Paid" : "Price";
}

export function partText({ state, on }: ReturnedPart): string {
  switch (state) {
    case "on_its_way":
      return "On its way to where it came from, usually within five to ten days";
    case "by_hand":
      return "I will return it to you myself";
    case "failed":
      return "Your bank did not take it; I will write to you";
    case "returned":
      return on ? `Sent on ${on.monthLong} ${on.day}, ${on.year}` : "Sent";
  }
}
