import type { Attendee } from "@server/bookings/attendees/list-attendees";
import type { Standing } from "~/features/admin/check-in/standing";
import { Icon } from "../../../ui/icon";

type CheckInRowProps = {
  attendee: Attendee;
  standing: Standing;
  /** Where the form is posted to without a script. */
  action: string;
  onSet: (isHere: boolean) => void;
};

/** An attendee at the door, with one large button that is pressed while they are here. */
export function CheckInRow({ attendee, standing, action, onSet }: CheckInRowProps) {
  const { id, name, canMarkPaid, price, healthNote, note } = attendee;
  const { isHere, isUnsent, since, refusal } = standing;
  return (
    <li className={`checkin__row ${isHere ? "checkin__row--here" : ""}`}>
      <div className="grid gap-1">
        <b className="font-semibold">{name}</b>
        {canMarkPaid && <span className="text-small">Pays {price} at the door</span>}
        {healthNote && <span className="text-small">Health note: {healthNote}</span>}
        {note && <span className="text-small">Your note: {note}</span>}
        {since && <span className="text-small text-ink-soft">Here since {since}</span>}
        {isUnsent && (
          <span className="checkin__unsent">
            <Icon name="refresh" className="icon--s" />
            {isHere ? "Here, not saved yet" : "Not here, not saved yet"}
          </span>
        )}
        {refusal && (
          <span className="error" role="alert">
            Not saved: {refusal}
          </span>
        )}
      </div>
      <form
        method="post"
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          onSet(!isHere);
        }}
      >
        <input type="hidden" name="bookingId" value={id} />
        <input type="hidden" name="isHere" value={String(!isHere)} />
        <button
          className={isHere ? "btn" : "btn btn--quiet"}
          type="submit"
          aria-pressed={isHere}
          aria-label={`Here: ${name}`}
        >
          {isHere && <Icon name="check" />}
          Here
        </button>
      </form>
    </li>
  );
}
