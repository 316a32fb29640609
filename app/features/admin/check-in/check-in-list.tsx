import type { Arrival } from "@server/selling/bookings/attendees/check-in";
import { useRef } from "react";
import { useKeepFocus } from "~/lib/hooks/focus";
import { Button, ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { warningFrame } from "~/ui/notice";
import type { CheckInState, Standing } from "./check-ins";

/** The look of a row, which on phones is a large target as a whole. */
const row =
  "grid xs:grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 rounded-paper border border-line px-4 py-3";

type CheckInRowProps = {
  attendee: Arrival;
  standing: Standing;
  /** The address that forms are posted to without scripting. */
  action: string;
  onSet: (isHere: boolean) => void;
};

export function CheckInRow({ attendee, standing, action, onSet }: CheckInRowProps) {
  const { id, name, bookedBy, canMarkPaid, laterBy, price, hasHealthNote, note } = attendee;
  const { isHere, isUnsent, since, refusal } = standing;
  return (
    <li className={`${row} ${isHere ? "bg-sage-soft" : "bg-surface"}`}>
      <div className="grid gap-1">
        <b>{name}</b>
        {!name.startsWith(bookedBy) && <span className="text-small leading-small">Booked by {bookedBy}</span>}
        {canMarkPaid && (
          <span className="text-small leading-small">
            Pays {price} {laterBy === "door" ? "at the door" : "by transfer"}
          </span>
        )}
        {hasHealthNote && <span className="text-small leading-small">Left a health note</span>}
        {note && <span className="text-small leading-small">Your note: {note}</span>}
        {since && <span className="text-small leading-small text-ink-soft">Here since {since}</span>}
        {isUnsent && (
          <span className="flex items-center gap-1.5 text-small font-semibold">
            <Icon name="refresh" className="icon--s" />
            {isHere ? "Here, not saved yet" : "Not here, not saved yet"}
          </span>
        )}
        {refusal && (
          <span className="flex text-small leading-[1.4] font-semibold text-red-ink" role="alert">
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
        <input type="hidden" name="ticketId" value={id} />
        <input type="hidden" name="isHere" value={String(!isHere)} />
        <Button
          kind={isHere ? "solid" : "quiet"}
          size="large"
          type="submit"
          aria-pressed={isHere}
          aria-label={`Here: ${name}`}
        >
          {isHere && <Icon name="check" />}
          Here
        </Button>
      </form>
    </li>
  );
}

type UnsentNoticeProps = Pick<CheckInState, "unsent" | "obstacle"> & {
  onSendNow: () => void;
  /** The page to which signing in leads back. */
  path: string;
};

/**
 * Shows what is not sent yet. It stays in view, so that no row moves; empty while all is sent, so that screen readers
 * hear each change.
 */
export function UnsentNotice({ unsent, obstacle, onSendNow, path }: UnsentNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  useKeepFocus(notice, obstacle);
  const isOne = unsent.length === 1;
  const count = isOne ? "1 check-in" : `${unsent.length} check-ins`;
  return (
    <div ref={notice} className="sticky bottom-3 z-1 max-w-144" role="status" tabIndex={-1}>
      {obstacle === "no connection" && (
        <div className={`${warningFrame} flex-wrap items-center`}>
          <Icon name="information" className="mt-0.75" />
          <span className="flex-[1_1_12rem]">
            {count} not sent yet. {isOne ? "It" : "They"} will be sent when the connection is back.
          </span>
          <Button kind="quiet" size="small" type="button" onClick={onSendNow}>
            Send now
          </Button>
        </div>
      )}
      {obstacle === "signed out" && (
        <div className={`${warningFrame} flex-wrap items-center`}>
          <Icon name="information" className="mt-0.75" />
          <span className="flex-[1_1_12rem]">
            {count} not sent yet: you are signed out. {isOne ? "It is" : "They are"} kept on this device until you sign
            in again.
          </span>
          <ButtonLink kind="quiet" size="small" to={`/sign-in?returnTo=${encodeURIComponent(path)}`}>
            Sign in
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
