import { Action } from "./action";

type WayInProps = {
  isOnline: boolean;
  /** Where an online session is joined; null on site, and as long as the instructor has not entered it. */
  joinUrl: string | null;
  bookingUrl: string;
};

/** The button of a letter to somebody who has a place: into the room, or to the booking where there is no such link. */
export function WayIn({ isOnline, joinUrl, bookingUrl }: WayInProps) {
  if (joinUrl) {
    return <Action href={joinUrl} label="Join the session" note="The room opens ten minutes before we start." />;
  }
  const note = isOnline
    ? "I will send you the joining link before we start."
    : "The door opens ten minutes before we start.";
  return <Action href={bookingUrl} label="View your booking" note={note} />;
}
