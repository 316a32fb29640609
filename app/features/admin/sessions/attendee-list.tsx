import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Attendee, AttendeeTicket, ListedAttendee } from "@server/bookings/attendees/list-attendees";
import { syncFailed } from "~/features/admin/orders/orders";
import { Badge, StatusBadge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { RowAction } from "~/ui/row-actions";
import { RowList } from "~/ui/list";
import { FieldFrame, inputStyle } from "~/ui/field-frame";
import { TextLink } from "~/ui/link";

type AttendeeListProps = {
  attendees: ListedAttendee[];
  action: string;
};

export function AttendeeList({ attendees, action }: AttendeeListProps) {
  if (attendees.length === 0) return null;
  return (
    <RowList>
      {attendees.map((attendee) => (
        <li
          key={attendee.id}
          className="grid gap-x-6 gap-y-3 px-4.5 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5 md:py-4.5"
        >
          <AttendeeHeading attendee={attendee} />
          <div className="flex flex-wrap items-start gap-2">
            <AttendeeActions attendee={attendee} action={action} />
          </div>
          <NoteForm attendee={attendee} action={action} />
        </li>
      ))}
    </RowList>
  );
}

function HereBadge({ ticket }: { ticket: AttendeeTicket | undefined }) {
  if (!ticket?.checkedInAt) return null;
  return <Badge tone="green">Here since {ticket.checkedInAt}</Badge>;
}

function AttendeeHeading({ attendee }: { attendee: ListedAttendee }) {
  const { name, email, badge, price, code, bookedOn, reference, healthNote, note, mailProblem } = attendee;
  return (
    <div className="grid content-start gap-1 wrap-anywhere">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b>{name}</b>
        <StatusBadge status={badge.status} label={badge.label} otherwise="red" />
        {attendee.tickets.length === 1 && <HereBadge ticket={attendee.tickets[0]} />}
      </p>
      <p className="text-small leading-small text-ink-soft">
        {email.includes("@") ? <a href={`mailto:${email}`}>{email}</a> : email} · {price}
        {code && ` with ${code}`} · booked {bookedOn} · {reference}
      </p>
      {mailProblem && (
        <Remark title="Mail problem">
          {mailProblem.text}{" "}
          <TextLink to={`/admin/mails/${mailProblem.mailId}`} discover="none">
            See the mail
          </TextLink>
        </Remark>
      )}
      {healthNote && <Remark title="Health note">{healthNote}</Remark>}
      {note && <Remark title="Your note">{note}</Remark>}
    </div>
  );
}

const Remark = ({ title, children }: { title: string; children: ReactNode }) => (
  <p className="rounded-field bg-sunken px-3 py-2 text-small whitespace-pre-line">
    <b>{title}: </b>
    {children}
  </p>
);

function AttendeeActions({
  attendee: { id, name, canSync, canMarkPaid, mailProblem },
  action,
}: {
  attendee: ListedAttendee;
  action: string;
}) {
  return (
    <>
      {canSync && (
        <RowAction
          action={action}
          fields={{ intent: "sync", bookingId: id }}
          label="Sync with Stripe"
          failure={syncFailed}
          name={`Sync with Stripe: ${name}`}
        />
      )}
      {mailProblem && (
        <ButtonLink
          kind="quiet"
          size="small"
          to={`${action}/${id}/address`}
          aria-label={`Correct the address of ${name}`}
          discover="none"
        >
          Correct address
        </ButtonLink>
      )}
      {canMarkPaid && (
        <ButtonLink
          kind="quiet"
          size="small"
          to={`${action}/${id}/paid`}
          aria-label={`Mark as paid: ${name}`}
          discover="none"
        >
          Mark as paid
        </ButtonLink>
      )}
      <ButtonLink
        kind="danger"
        size="small"
        to={`${action}/${id}/remove`}
        aria-label={`Remove ${name}`}
        discover="none"
      >
        Remove
      </ButtonLink>
    </>
  );
}

function NoteForm({ attendee: { id, name, note }, action }: { attendee: Attendee; action: string }) {
  const field = `note-${id}`;
  const { details, onToggle, opened } = useOpened(note);
  return (
    <details ref={details} className="col-span-full" onToggle={onToggle}>
      <summary
        className="inline-flex min-h-(--size-touch) items-center text-small font-semibold text-accent"
        aria-label={`${note ? "Change your note" : "Add a note"} about ${name}`}
      >
        {note ? "Change your note" : "Add a note"}
      </summary>
      <PostForm
        className="grid justify-items-start gap-3"
        action={action}
        isBusy={false}
        failure={{ title: "Failed to save the note" }}
      >
        <input type="hidden" name="intent" value="note" />
        <input type="hidden" name="bookingId" value={id} />
        <FieldFrame className="w-full" label={`Your note about ${name}`} id={field}>
          <textarea
            key={opened}
            className={inputStyle}
            id={field}
            name="note"
            rows={2}
            maxLength={1000}
            defaultValue={opened ?? ""}
          />
        </FieldFrame>
        <Button kind="quiet" size="small" type="submit">
          Save note
        </Button>
      </PostForm>
    </details>
  );
}

/** Returns the value that a disclosure was opened with: reloaded data must not replace what is typed in it. */
function useOpened<Value>(now: Value) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [opened, setOpened] = useState(now);
  useEffect(() => setOpen(details.current?.open === true), []);
  if (!isOpen && opened !== now) setOpened(now);
  return { details, onToggle: () => setOpen(details.current?.open === true), opened };
}
