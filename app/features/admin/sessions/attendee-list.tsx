import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Attendee, AttendeeTicket, ListedAttendee } from "@server/selling/bookings/attendees/list-attendees";
import { moveLabel, resendForm, syncFailed } from "~/features/admin/orders/orders";
import { Badge, StatusBadge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { RowAction, RowMenu } from "~/ui/row-actions";
import { RowList } from "~/ui/list";
import { FieldFrame, inputStyle } from "~/ui/field-frame";
import { TextLink } from "~/ui/link";
import { orderAddress } from "~/features/admin/admin-paths";
import { mailtoOf } from "~/lib/mailto";

type AttendeeListProps = {
  attendees: ListedAttendee[];
  /** The page of the list: it receives the forms, and the pages of single attendees are below it. */
  action: string;
  formKey: string;
};

export function AttendeeList({ attendees, action, formKey }: AttendeeListProps) {
  if (attendees.length === 0) return null;
  return (
    <RowList>
      {attendees.map((attendee) => (
        <li key={attendee.id} className="flex flex-wrap items-center gap-x-4 py-2 pr-2 pl-4 md:py-2.5 md:pr-4 md:pl-5">
          <AttendeeHeading attendee={attendee} />
          <TicketList attendee={attendee} action={action} />
          <NoteForm attendee={attendee} action={action} />
          <AttendeeActions attendee={attendee} action={action} formKey={formKey} />
        </li>
      ))}
    </RowList>
  );
}

function HereBadge({ ticket }: { ticket: AttendeeTicket | undefined }) {
  if (!ticket?.checkedInAt) return null;
  return <Badge tone="green">Here since {ticket.checkedInAt}</Badge>;
}

/** Shows nothing for a single ticket. */
function TicketList({ attendee: { id, tickets, isBooked }, action }: { attendee: ListedAttendee; action: string }) {
  if (tickets.length < 2) return null;
  return (
    <ul className="mb-1 grid basis-full gap-x-4 border-l-2 border-l-line pl-3 text-small" aria-label="Tickets">
      {tickets.map((ticket) => (
        <li key={ticket.id} className="flex flex-wrap items-center gap-x-3">
          <span className="wrap-anywhere">{ticket.isCancelled ? <s>{ticket.name}</s> : ticket.name}</span>
          {ticket.isCancelled ? <span className="text-ink-soft">Cancelled</span> : <HereBadge ticket={ticket} />}
          {isBooked && !ticket.isCancelled && (
            <TextLink
              className="ml-auto inline-flex min-h-(--size-touch) items-center"
              to={`${action}/${id}/cancel-ticket/${ticket.id}`}
              aria-label={`Cancel ticket: ${ticket.name}`}
              discover="none"
            >
              Cancel ticket
            </TextLink>
          )}
        </li>
      ))}
    </ul>
  );
}

function AttendeeHeading({ attendee }: { attendee: ListedAttendee }) {
  const { name, email, badge, price, code, bookedOn, reference, healthNote, note, mailProblem } = attendee;
  return (
    <div className="grid min-w-0 flex-[1_1_100%] content-start gap-0.5 wrap-anywhere md:flex-[1_1_20rem]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b>{name}</b>
        <StatusBadge status={badge.status} label={badge.label} otherwise="red" />
        {attendee.tickets.length === 1 && <HereBadge ticket={attendee.tickets[0]} />}
      </p>
      <p className="text-small leading-small text-ink-soft">
        {email.includes("@") ? <a href={mailtoOf(email)}>{email}</a> : email} · {price}
        {attendee.tickets.length > 1 && ` for ${attendee.tickets.length} tickets`}
        {code && ` with ${code}`}
        {attendee.notes.length > 0 && ` (${attendee.notes.join(", ")})`} · booked {bookedOn} · {reference}
      </p>
      {mailProblem && (
        <Remark title="Email problem">
          {mailProblem.text}{" "}
          <TextLink to={`/admin/mails/${mailProblem.mailId}`} discover="none">
            See the email
          </TextLink>
        </Remark>
      )}
      {attendee.moves.length > 0 && <Remark title="Moved here from">{attendee.moves.join("\n")}</Remark>}
      {healthNote && <Remark title="Health note">{healthNote}</Remark>}
      {attendee.answers.map(({ question, answer }) => (
        <Remark key={question} title={question}>
          {answer}
        </Remark>
      ))}
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

type AttendeeActionsProps = { attendee: ListedAttendee; action: string; formKey: string };

function AttendeeActions({ attendee, action, formKey }: AttendeeActionsProps) {
  const resend = {
    ...resendForm({ ...attendee, formKey, back: action }),
    name: `Resend confirmation to ${attendee.name}`,
  };
  const { id, name, canSync, canMarkPaid, canRefund, mailProblem, isBooked, isCancelled } = attendee;
  const move = { label: moveLabel, to: orderAddress({ kind: "booking", id }, "move", { back: action }) };
  const refund = { label: "Refund", to: orderAddress({ kind: "booking", id }, "refund", { back: action }) };
  const remove = { label: "Remove", to: `${action}/${id}/remove`, name: `Remove ${name}`, isDangerous: true };
  return (
    <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
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
      <RowMenu
        name={`Change the booking of ${name}`}
        items={[
          ...(isBooked ? [{ ...move, name: `Move the booking of ${name}` }] : []),
          ...(attendee.canResend ? [resend] : []),
          ...(canRefund ? [{ ...refund, name: `Refund ${name}` }] : []),
          ...(isCancelled ? [] : [remove]),
        ]}
      />
    </div>
  );
}

function NoteForm({ attendee: { id, name, note }, action }: { attendee: Attendee; action: string }) {
  const fieldId = `note-${id}`;
  const { details, onToggle, opened } = useValueAtOpening(note);
  return (
    <details ref={details} className="open:order-last open:basis-full" onToggle={onToggle}>
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
        <FieldFrame className="w-full" label={`Your note about ${name}`} id={fieldId}>
          <textarea
            key={opened}
            className={inputStyle}
            id={fieldId}
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
function useValueAtOpening<Value>(current: Value) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [opened, setOpened] = useState(current);
  useEffect(() => setOpen(details.current?.open === true), []);
  if (!isOpen && opened !== current) setOpened(current);
  return { details, onToggle: () => setOpen(details.current?.open === true), opened };
}
