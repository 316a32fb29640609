import type { SessionDetails } from "@server/catalogue/schedule/get-session";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { WaitlistPanel } from "~/features/waitlist/waitlist-panel";
import { ButtonLink } from "~/ui/button";
import { FactNote, MapLink, Ticket, TicketPrice } from "~/ui/ticket";
import { TextLink } from "~/ui/link";
import { ShareActions } from "./share-actions";
import { WatchRecording } from "./watch-recording";
import { PlacesLeft, SoldOut } from "~/ui/text";

type SessionTicketProps = {
  session: SessionDetails;
  bookButtonId: string;
  booked: ReactNode;
  /** Until when a booking can be cancelled. */
  terms: string | null;
  /** Whether the visitor comes from a booking that was refused. */
  isRefused: boolean;
  /** A pass that is for the session: "Or 10 for £120, £12 each". */
  offer: { id: string; text: string } | null;
};

export function SessionTicket({ session, bookButtonId, booked, isRefused, terms, offer }: SessionTicketProps) {
  const { id, availability } = session;
  return (
    <Ticket
      label="Session details"
      start={session.start}
      duration={session.duration}
      where={<Where session={session} />}
    >
      {isRefused ? <Refusal session={session} /> : <Unavailable session={session} />}
      {availability === "open" && !session.onlyCourse && <Price session={session} />}
      {availability === "open" && !session.onlyCourse && offer && (
        <TextLink className="inline-flex min-h-11 items-center justify-self-start" to={`/passes/${offer.id}`}>
          {offer.text}
        </TextLink>
      )}
      {booked}
      <PartOfCourses session={session} />
      {availability === "open" && !booked && !session.onlyCourse && (
        <ButtonLink
          id={bookButtonId}
          isWide
          to={`/sessions/${id}/book`}
          state={{ returnFocusTo: bookButtonId }}
          preventScrollReset
        >
          Book Now
        </ButtonLink>
      )}
      {availability === "open" && !booked && !session.onlyCourse && terms && <TicketNote>{terms}</TicketNote>}
      {session.hasWaitlist && <WaitlistPanel sessionId={id} />}
      {availability === "closed" && <WatchRecording url={session.recordingUrl} title={session.title} isWide />}
      {availability !== "cancelled" && <ShareActions path={`/sessions/${id}`} title={session.title} />}
    </Ticket>
  );
}

/** Says which courses it is a date of, and that it is booked with one only. */
function PartOfCourses({ session: { courses, onlyCourse, availability } }: { session: SessionDetails }) {
  if (availability === "closed" || courses.length === 0) return null;
  return (
    <>
      {courses.map(({ id, title }) => (
        <p key={id}>
          Part of the course <TextLink to={`/courses/${id}`}>{title}</TextLink>
          {onlyCourse?.id === id && ". Its dates are booked together."}
        </p>
      ))}
      {onlyCourse && availability === "open" && (
        <ButtonLink isWide to={`/courses/${onlyCourse.id}`}>
          See the course
        </ButtonLink>
      )}
    </>
  );
}

const TicketNote = ({ children }: { children: ReactNode }) => (
  <p className="text-small leading-small text-ink-soft">{children}</p>
);

export function Where({ session }: { session: SessionDetails }) {
  const { isOnline, place, address, mapUrl } = session;
  const note = joinNote(session);
  if (isOnline) {
    return (
      <>
        {place} {note && <FactNote>{note}</FactNote>}
      </>
    );
  }
  return (
    <>
      {address ? place : <MapLink url={mapUrl}>{place}</MapLink>}{" "}
      <FactNote>
        In person
        {address && (
          <>
            , <MapLink url={mapUrl}>{address}</MapLink>
          </>
        )}
      </FactNote>
    </>
  );
}

function joinNote({ hasJoinLink, availability }: SessionDetails): string | null {
  if (availability === "closed" || availability === "cancelled") return null;
  return hasJoinLink ? "The joining link comes with your confirmation" : "The joining link comes by email";
}

export function Price({ session: { price, prices, placesLeft } }: { session: SessionDetails }) {
  return (
    <>
      <TicketPrice amount={price} />
      {prices.length > 0 && (
        <ul className="grid gap-1 text-small leading-[1.4] text-ink-soft">
          {prices.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <PlacesLeft count={placesLeft} />
    </>
  );
}

export function Unavailable({ session }: { session: SessionDetails }) {
  if (session.availability === "open") return null;
  return (
    <p className="flex items-baseline justify-between gap-4">
      <span className="text-ink-soft">{unavailableText[session.availability](session)}</span>
      {session.availability === "sold_out" && <SoldOut size="large" />}
    </p>
  );
}

const unavailableText = {
  sold_out: () => "This session is full",
  held: () => "The last places are being held for others right now.",
  held_by_you: () => "Your unpaid booking holds a place. No other places are free right now.",
  closed: ({ hasEnded }: SessionDetails) => (hasEnded ? "This session has ended." : "This session has begun."),
  cancelled: () => "This session has been cancelled.",
};

/** Tells a visitor whose booking was refused why, by what is true now. Scripts give it the focus. */
function Refusal({ session }: { session: SessionDetails }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  const { availability } = session;
  return (
    <p
      ref={text}
      className="flex scroll-mt-80 items-baseline justify-between gap-4"
      id={refusalId}
      role="status"
      tabIndex={-1}
    >
      <span className="font-semibold">{refusalText[session.onlyCourse ? "course" : availability]}</span>{" "}
      {availability === "sold_out" && <SoldOut size="large" />}
    </p>
  );
}

/** An address that ends with it leads to what the page says of a refused booking. */
const refusalId = "refused";

const refusalText = {
  sold_out: "The last place has just gone.",
  held: "You’re not booked. The last places are being held for others right now.",
  held_by_you: "You’re not booked again. Your unpaid booking holds a place, and no other places are free right now.",
  closed: "You’re not booked. Booking has closed for this session.",
  cancelled: "You’re not booked. This session has been cancelled.",
  open: "You’re not booked yet. A place has just become free again.",
  course: "You’re not booked. This session can be booked with its course only.",
};

type BuyBarProps = { price: string; bookPath: string; ticketButtonId: string };
const id = "book-now-bar";

const buyBarStyle = [
  "sticky bottom-0 z-4 -mx-(--space-gutter) mt-10 flex items-center justify-between gap-4",
  "border-t border-t-line bg-surface px-(--space-gutter) py-3 md:hidden",
].join(" ");

/** Stays at the bottom below 768 px; hidden while the ticket's own button is in view. */
export function BuyBar({ price, bookPath, ticketButtonId }: BuyBarProps) {
  const isAway = useIsInView(ticketButtonId);
  return (
    <div className={`${buyBarStyle} ${isAway ? "invisible" : ""}`}>
      <p>
        <strong className="font-display text-[1.625rem] leading-none font-normal normal-nums">{price}</strong>
      </p>
      <ButtonLink id={id} to={bookPath} state={{ returnFocusTo: id }} preventScrollReset>
        Book Now
      </ButtonLink>
    </div>
  );
}

function useIsInView(elementId: string): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const element = document.getElementById(elementId);
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [elementId]);
  return isInView;
}
