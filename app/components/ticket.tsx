import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { SessionDetails } from "@server/schedule/schemas";
import { DateBlock } from "./date-block";
import { WavyLine } from "./drawings";

type TicketProps = {
  label: string;
  title?: string;
  start: SessionDetails["start"];
  duration: string;
  where: ReactNode;
  children: ReactNode;
};

/** Date, time and place above the wave, whatever it comes to below. */
export function Ticket({ label, title, start, duration, where, children }: TicketProps) {
  return (
    <aside className="ticket" aria-label={label}>
      {title && <h2 className="title mb-5">{title}</h2>}
      <p className="flex">
        <DateBlock
          className="date--large"
          day={start.day}
          title={start.weekday}
          rest={`${start.monthLong} ${start.year}`}
          iso={start.iso}
        />
      </p>
      <dl className="facts">
        <div>
          <dt>Time</dt>
          <dd>
            {start.time} {start.zone} <span>{duration}</span>
          </dd>
        </div>
        <div>
          <dt>Where</dt>
          <dd>{where}</dd>
        </div>
      </dl>
      <WavyLine />
      <div className="ticket__buy">{children}</div>
    </aside>
  );
}

/** A session's ticket on its own page: what it costs and the way to book, or why there is none. */
export function SessionTicket({ session, bookButtonId }: { session: SessionDetails; bookButtonId: string }) {
  return (
    <Ticket
      label="Session details"
      start={session.start}
      duration={session.duration}
      where={
        <>
          {session.place}{" "}
          <span>{session.isOnline ? "The joining link comes with your confirmation" : inPerson(session.address)}</span>
        </>
      }
    >
      <Offer session={session} bookButtonId={bookButtonId} />
    </Ticket>
  );
}

const inPerson = (address: string | null) => (address ? `In person, ${address}` : "In person");

function Offer({ session, bookButtonId }: { session: SessionDetails; bookButtonId: string }) {
  if (session.availability !== "open") {
    return (
      <p className="ticket__price">
        <span className="text-ink-soft">{unavailableText[session.availability](session)}</span>
        {session.availability === "sold_out" && <span className="soldout">SOLD OUT</span>}
      </p>
    );
  }
  return (
    <>
      <p className="ticket__price">
        <span className="text-ink-soft">One place</span> <strong>{session.price}</strong>
      </p>
      {session.placesLeft !== null && (
        <p className="text-small text-ink-soft">
          {session.placesLeft === 1 ? "Only 1 place left" : `Only ${session.placesLeft} places left`}
        </p>
      )}
      <Link
        id={bookButtonId}
        className="btn btn--block"
        to={`/sessions/${session.id}/book`}
        state={{ returnFocusTo: bookButtonId }}
        preventScrollReset
      >
        Book Now
      </Link>
    </>
  );
}

const unavailableText = {
  sold_out: () => "This session is full",
  held: () => "The last places are being held for others right now.",
  closed: ({ hasEnded }: SessionDetails) => (hasEnded ? "This session has ended." : "This session has begun."),
  cancelled: () => "This session has been cancelled.",
};
