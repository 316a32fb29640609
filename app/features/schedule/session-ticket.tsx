import type { SessionDetails } from "@server/schedule/schemas";
import { type ReactNode, useEffect, useState } from "react";
import { WaitlistPanel } from "~/features/waitlist/waitlist-panel";
import { ButtonLink } from "~/ui/button";
import { FactNote, Ticket, TicketPrice } from "~/ui/ticket";
import { ShareActions } from "./share-actions";
import { WatchRecording } from "./watch-recording";
import { SoldOut } from "~/ui/text";

type SessionTicketProps = {
  session: SessionDetails;
  bookButtonId: string;
  booked: ReactNode;
};

export function SessionTicket({ session, bookButtonId, booked }: SessionTicketProps) {
  const { id, availability, place } = session;
  const note = whereNote(session);
  return (
    <Ticket
      label="Session details"
      start={session.start}
      duration={session.duration}
      where={
        <>
          {place} {note && <FactNote>{note}</FactNote>}
        </>
      }
    >
      {availability === "open" ? <Price session={session} /> : <Unavailable session={session} />}
      {booked}
      {availability === "open" && !booked && (
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
      {session.hasWaitlist && <WaitlistPanel sessionId={id} />}
      {availability === "closed" && <WatchRecording url={session.recordingUrl} title={session.title} isWide />}
      {availability !== "cancelled" && <ShareActions path={`/sessions/${id}`} title={session.title} />}
    </Ticket>
  );
}

function whereNote({ isOnline, hasJoinLink, availability, address }: SessionDetails): string | null {
  if (!isOnline) return address ? `In person, ${address}` : "In person";
  if (availability === "closed" || availability === "cancelled") return null;
  return hasJoinLink ? "The joining link comes with your confirmation" : "The joining link comes by e-mail";
}

function Price({ session: { price, placesLeft } }: { session: SessionDetails }) {
  return (
    <>
      <TicketPrice amount={price} />
      {placesLeft !== null && (
        <p className="text-small leading-small text-ink-soft">
          {placesLeft === 1 ? "Only 1 place left" : `Only ${placesLeft} places left`}
        </p>
      )}
    </>
  );
}

function Unavailable({ session }: { session: SessionDetails }) {
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
  closed: ({ hasEnded }: SessionDetails) => (hasEnded ? "This session has ended." : "This session has begun."),
  cancelled: () => "This session has been cancelled.",
};

type BuyBarProps = { price: string; bookPath: string; ticketButtonId: string };
const id = "book-now-bar";

const buyBarStyle = [
  "sticky bottom-0 z-4 -mx-(--space-gutter) mt-10 flex items-center justify-between gap-4",
  "border-t border-t-line bg-surface px-(--space-gutter) py-3 md:hidden",
].join(" ");

/** Fixed at the bottom below 768 px; hidden while the ticket's own button is in view. */
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
