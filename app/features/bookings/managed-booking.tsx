import { Link } from "@remix-run/react";
import type { ManagedBooking } from "@server/selling/bookings/show/get-managed-booking";
import type { ReturnedPart } from "@server/payments/receipt";
import type { ReactNode } from "react";
import { InvoiceLinks } from "~/features/invoices/invoice-sheet";
import { WatchRecording } from "~/features/schedule/watch-recording";
import { StatusBadge } from "~/ui/badge";
import { ButtonLink, buttonStyle } from "~/ui/button";
import { textLinkStyle } from "~/ui/link";
import { RingList, TextSection, TextSections } from "~/ui/text";
import { FactNote, Ticket, TicketFact, TicketFacts, TicketLayout, TicketPrice } from "~/ui/ticket";
import { CalendarLinks } from "./calendar-links";

type ManagedScreenProps = {
  booking: ManagedBooking;
  head: ReactNode;
  className?: string;
  cancelButtonId: string;
  /** Sections before the one about cancelling. */
  children?: ReactNode;
};

/** Shows everything about a booking to those who may manage it. */
export function ManagedScreen({ booking, head, className = "", cancelButtonId, children }: ManagedScreenProps) {
  return (
    <TicketLayout className={className}>
      {head}
      <ManagedTicket booking={booking} />
      <TextSections>
        {booking.whatToBring.length > 0 && !isOver(booking) && (
          <TextSection title="What to bring">
            <RingList items={booking.whatToBring} />
          </TextSection>
        )}
        <TextSection title="Your booking">
          <ManagedFacts booking={booking} />
        </TextSection>
        <ManagedTickets booking={booking} />
        {booking.invoices.length > 0 && (
          <TextSection title="Invoices">
            <InvoiceLinks invoices={booking.invoices} />
          </TextSection>
        )}
        {children}
        <CancelSection booking={booking} buttonId={cancelButtonId} />
      </TextSections>
    </TicketLayout>
  );
}

export const isOver = ({ state }: Pick<ManagedBooking, "state">): boolean =>
  state.startsWith("cancelled") || state === "session_cancelled";

function ManagedTicket({ booking }: { booking: ManagedBooking }) {
  const { session, joinPath, calendar, payUrl } = booking;
  const [place, ...address] = session.where;
  const { tickets } = booking;
  const cancelled = tickets.length > 1 ? tickets.filter(({ isCancelled }) => isCancelled).length : 0;
  return (
    <Ticket
      label="Booking details"
      title={session.title}
      start={session.startsAt}
      duration={session.duration}
      where={
        <>
          {place} {address.length > 0 && <FactNote>{address.join(", ")}</FactNote>}
          {session.mapUrl && (
            <a className={textLinkStyle} href={session.mapUrl} rel="noreferrer">
              Show on a map
            </a>
          )}
          {session.isOnline && !session.hasBegun && <FactNote>{joinHint(booking)}</FactNote>}
        </>
      }
    >
      <TicketPrice amount={booking.paid.amount} tickets={tickets.length} cancelled={cancelled} />
      {payUrl && (
        <a className={buttonStyle({ isWide: true })} href={payUrl} rel="noreferrer">
          Complete the payment
        </a>
      )}
      {joinPath && (
        <a className={buttonStyle({ isWide: true })} href={joinPath} rel="noreferrer">
          Join the session
        </a>
      )}
      {booking.recordingUrl && <WatchRecording url={booking.recordingUrl} title={session.title} isWide />}
      {calendar && <CalendarLinks links={calendar} />}
    </Ticket>
  );
}

function joinHint({ joinPath, state }: ManagedBooking): string {
  if (joinPath) return "The room opens ten minutes before we start";
  return state.startsWith("cancelled") || state === "pending pending" || state === "session_cancelled"
    ? ""
    : "I’ll send you the joining link before we start";
}

/** Shows nothing for a single ticket. `canCancel`: within the window, and not the last one. */
function ManagedTickets({ booking }: { booking: ManagedBooking }) {
  const { tickets, cancellation, cancelPath, quantity, state } = booking;
  if (tickets.length < 2) return null;
  const canCancel = cancellation.kind === "allowed" && quantity > 1 && state.startsWith("completed");
  return (
    <TextSection title="Your tickets">
      <ul className="grid gap-2">
        {tickets.map(({ id, name, isCancelled }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
            <span>{isCancelled ? <s>{name}</s> : name}</span>
            {isCancelled && <FactNote>Cancelled</FactNote>}
            {canCancel && !isCancelled && (
              <Link
                className={`${textLinkStyle} inline-flex min-h-11 items-center`}
                id={cancelTicketId(id)}
                to={ticketCancelPath(cancelPath, id)}
                preventScrollReset
                aria-label={`Cancel this ticket: ${name}`}
              >
                Cancel this ticket
              </Link>
            )}
          </li>
        ))}
      </ul>
    </TextSection>
  );
}

export const cancelTicketId = (ticketId: string): string => `cancel-ticket-${ticketId}`;

export const ticketCancelPath = (cancelPath: string, ticketId: string): string =>
  `${cancelPath}${cancelPath.includes("?") ? "&" : "?"}ticket=${ticketId}`;

function ManagedFacts({ booking }: { booking: ManagedBooking }) {
  const { paid, returned, dispute } = booking;
  return (
    <TicketFacts>
      <TicketFact name={paidLabel(booking)}>
        {paid.amount} {paid.rates && <FactNote>{paid.rates}</FactNote>}{" "}
        {paid.discount && <FactNote>{paid.discount}</FactNote>}
        {dispute && (
          <span className="mt-1 flex flex-wrap items-center gap-x-2">
            <StatusBadge status={dispute} /> <FactNote>{disputeTexts[dispute]}</FactNote>
          </span>
        )}
      </TicketFact>
      {returned.map((part, index) => (
        <TicketFact key={index} name="Refund">
          {part.amount} <FactNote>{partText(part)}</FactNote>
        </TicketFact>
      ))}
      <TicketFact name="For">
        {booking.firstName} {booking.lastName} <FactNote>{booking.email}</FactNote>
      </TicketFact>
      <TicketFact name="Reference">{booking.reference}</TicketFact>
    </TicketFacts>
  );
}

const disputeTexts = {
  disputed: "Your bank is looking into this payment",
  dispute_lost: "Your bank has returned this payment to you",
};

function paidLabel({ state, wasComplete }: ManagedBooking): string {
  if (state === "pending pending" || state === "confirmed pending") return "To pay";
  return wasComplete ? "Paid" : "Price";
}

export function partText({ state, on, card }: ReturnedPart): string {
  if (card) return `To ${card}${on ? `, on ${on.date}` : ""}`;
  switch (state) {
    case "on_its_way":
      return "On its way back to you, usually within 5 to 10 days";
    case "by_hand":
      return "I’ll return it to you myself";
    case "failed":
      return "Your bank didn’t accept it. I’ll write to you about it";
    case "returned":
      return on ? `Sent on ${on.date}` : "Sent";
  }
}

export const moveButtonId = "move-booking-link";

function CancelSection({ booking, buttonId }: { booking: ManagedBooking; buttonId: string }) {
  const { cancellation, cancelPath, movePath, contactUrl, course } = booking;
  if (cancellation.kind === "none") return null;
  const label = course ? "Give up this date" : "Cancel booking";
  return (
    <TextSection title={cancellation.kind === "hold" ? "Changed your mind?" : "Can’t make it?"}>
      <p>{course ? giveUpText(course, cancellation) : cancelText(cancellation)}</p>
      {movePath && <p>You can also move the booking to another date at the same price.</p>}
      <p className="flex flex-wrap gap-3">
        {movePath && (
          <ButtonLink
            id={moveButtonId}
            kind="quiet"
            to={movePath}
            state={{ returnFocusTo: moveButtonId }}
            preventScrollReset
          >
            Move to another date
          </ButtonLink>
        )}
        {cancellation.kind === "write" ? (
          <a className={`${textLinkStyle} inline-flex min-h-11 items-center`} href={contactUrl} rel="noreferrer">
            Contact me
          </a>
        ) : (
          <ButtonLink id={buttonId} kind="quiet" to={cancelPath} state={{ returnFocusTo: buttonId }} preventScrollReset>
            {cancellation.kind === "hold" ? "Release the place" : label}
          </ButtonLink>
        )}
      </p>
    </TextSection>
  );
}

/** A date of a course is given up by itself; money comes back with the course, or if the instructor has moved the date. */
function giveUpText(
  { title, share }: NonNullable<ManagedBooking["course"]>,
  cancellation: ManagedBooking["cancellation"],
): string {
  if (cancellation.kind !== "allowed") return cancelText(cancellation);
  const { shortDate, time, zone } = cancellation.until;
  const until = `${shortDate}, ${time} ${zone}`;
  return share
    ? `The time or place has changed since you booked, so you can give up this date of the course “${title}” until ${until}, and ${share} goes back.`
    : `This is a date of the course “${title}”. You can give it up until ${until}, so that someone else can come; that brings no refund.`;
}

export function cancelText(cancellation: ManagedBooking["cancellation"]): string {
  switch (cancellation.kind) {
    case "hold":
      return "Nothing has been charged yet. You can release the place at any time.";
    case "write":
      return cancellation.why === "too_late"
        ? "It’s too late to cancel online. Write to me and I’ll see what I can do."
        : "Write to me and we’ll find another date.";
    case "allowed": {
      const { shortDate, time, zone } = cancellation.until;
      const until = `${shortDate}, ${time} ${zone}`;
      return cancellation.isRescheduled
        ? `The time or place has changed since you booked, so you can cancel free of charge until the start: ${until}.`
        : `You can cancel free of charge until ${until}.`;
    }
    case "none":
      return "";
  }
}
