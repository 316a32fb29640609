import { Action, Closing } from "./action";
import { ReferenceFact, WhenFact } from "./facts";
import { Letter, type LetterProps } from "./letter";
import type { BookingProps, WayInProps } from "./props";

type BookingLetterProps = Omit<LetterProps, "because"> & BookingProps & { because?: string };

/** Lays out a mail about a booking: its time is the first fact, its reference the last. */
export const BookingLetter = ({ children, ...props }: BookingLetterProps) => (
  <Letter because={`you booked a session at ${props.site.name}.`} {...props}>
    <WhenFact session={props.session} />
    {children}
    <ReferenceFact reference={props.reference} />
  </Letter>
);

export function WayIn({ isOnline, joinUrl, bookingUrl }: WayInProps) {
  if (joinUrl) {
    return <Action href={joinUrl} label="Join the session" note="The room opens 10 minutes before we start." />;
  }
  const note = isOnline ? "I’ll send you the joining link before we start." : "Doors open 10 minutes before we start.";
  return <Action href={bookingUrl} label="View your booking" note={note} />;
}

export const ManageBooking = ({ text, bookingUrl }: { text: string; bookingUrl: string }) => (
  <Closing text={text} href={bookingUrl} label="Manage your booking" />
);
