import type { LiveBooking } from "@server/selling/bookings/show/my-places";
import { CalendarLinks } from "./calendar-links";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { TextLink } from "~/ui/link";

type BookedNoteProps = {
  bookings: LiveBooking[];
  /** The booking dialog's address, which also completes a pending payment. */
  dialogPath: string;
  canBook: boolean;
};

const note = "grid gap-3 rounded-paper bg-sage-soft px-4.5 py-4";
const noteTitle = "flex items-center gap-2.5 font-semibold";

const anotherId = "book-another";

/** Shows a member's bookings of a session and their pending payment; nothing without either. */
export function BookedNote({ bookings, dialogPath, canBook }: BookedNoteProps) {
  const booked = bookings.filter(({ status }) => status !== "pending");
  const waiting = bookings.find(({ status }) => status === "pending");
  const calendar = booked[0]?.calendar;
  if (bookings.length === 0) return null;
  return (
    <div className={note}>
      <p className={noteTitle}>
        <Icon name="check" />
        {booked.length > 0 ? "You're booked" : "Your payment is waiting"}
      </p>
      <ul>
        {booked.map(({ id, managePath }, nth) => (
          <li key={id}>
            <TextLink to={managePath}>Manage booking{booked.length > 1 && ` ${nth + 1}`}</TextLink>
          </li>
        ))}
        {waiting && (
          <li>
            <TextLink to={waiting.managePath}>Complete your payment</TextLink>
          </li>
        )}
      </ul>
      {calendar && <CalendarLinks links={calendar} />}
      {canBook && booked.length > 0 && (
        <ButtonLink
          id={anotherId}
          kind="quiet"
          isWide
          to={`${dialogPath}?another`}
          state={{ returnFocusTo: anotherId }}
          preventScrollReset
        >
          Book another ticket
        </ButtonLink>
      )}
    </div>
  );
}

/** Shows a guest the hold that this browser remembers, even on the last place. */
export function WaitingNote({ dialogPath }: { dialogPath: string }) {
  return (
    <div className={note}>
      <p className={noteTitle}>Your payment is waiting</p>
      <TextLink to={dialogPath} preventScrollReset>
        Complete your payment
      </TextLink>
    </div>
  );
}
