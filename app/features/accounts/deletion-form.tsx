import type { Deletion } from "@server/office/members/deletion";
import { Entry, EntryList } from "~/ui/list";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { ButtonLink } from "~/ui/button";
import { Hint } from "~/ui/field-frame";
import { SubmitButton } from "~/ui/post-form";
import { HolderForm } from "./holder-form";
import { Lede } from "~/ui/text";

type DeletionFormProps = {
  action: string;
  refused: RefusedForm | undefined;
  /** It is false shortly after signing in by a mailed link. */
  needsPassword: boolean;
  backTo: string;
};

export function DeletionForm({ action, refused, needsPassword, backTo }: DeletionFormProps) {
  return (
    <HolderForm
      id="delete"
      className="grid gap-4.5 max-w-112"
      action={action}
      refused={refused}
      failure={{ title: "Error", text: "Failed to delete your account. Please try again." }}
      check={needsPassword ? "password" : "none"}
    >
      {(field, isBusy) => (
        <>
          {field}
          <div className="flex flex-wrap gap-3">
            <SubmitButton kind="danger" isBusy={isBusy}>
              Delete my account for good
            </SubmitButton>
            <ButtonLink kind="quiet" to={backTo}>
              Keep it
            </ButtonLink>
          </div>
        </>
      )}
    </HolderForm>
  );
}

type DeletionTermsProps = Pick<
  Deletion,
  "bookingsToCancel" | "collections" | "giftCards" | "testimonials" | "waitlists"
>;

export function DeletionTerms({ bookingsToCancel, collections, giftCards, ...others }: DeletionTermsProps) {
  const { testimonials, waitlists } = others;
  return (
    <div className="grid max-w-208 gap-6">
      <Lede>This can’t be undone. Nothing is deleted until you confirm below.</Lede>
      {bookingsToCancel.length > 0 && <CancelledBookings bookings={bookingsToCancel} />}
      <section>
        <h2 className="text-heading">What is deleted</h2>
        <ul className="mt-2 grid list-disc gap-1 pl-5 text-ink-soft">
          <li>Your name, email, password and everything else in your profile</li>
          <li>Your health notes</li>
          <li>The emails sent to you, and your progress in each recording</li>
          <li>Your sign-ins on all devices, and your calendar feed</li>
          {collections.map((title) => (
            <li key={title}>Your lifetime access to the {title}, without a refund</li>
          ))}
          {testimonials > 0 && <li>What this site quotes you with, and the record of your consent to it</li>}
          {waitlists > 0 && (
            <li>{waitlists === 1 ? "Your place on a waitlist" : `Your places on ${waitlists} waitlists`}</li>
          )}
        </ul>
      </section>
      <section>
        <h2 className="text-heading">What is kept</h2>
        <ul className="mt-2 grid list-disc gap-1 pl-5 text-ink-soft">
          <li>Your bookings, purchases and payments, for the accounts, without your name or email</li>
          <li>Payment details that the payment provider has to keep</li>
          <li>Invoices with the name and address on them, which the law asks the business to keep</li>
          <li>Tickets that someone else booked for you</li>
          {giftCards.map((card) => (
            <li key={card}>
              The {card}: its code keeps working, but this site shows it to you no more, so print it first
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function CancelledBookings({ bookings }: { bookings: Deletion["bookingsToCancel"] }) {
  return (
    <section>
      <h2 className="text-heading">What is cancelled</h2>
      <EntryList>
        {bookings.map(({ id, title, startsAt, attendee, refund }) => (
          <Entry key={id}>
            <div>
              <p>{title}</p>
              <Hint>
                {startsAt.shortDate} at {startsAt.time} {startsAt.zone}, for {attendee}
              </Hint>
            </div>
            {refund && <p>{refund} will be refunded</p>}
          </Entry>
        ))}
      </EntryList>
    </section>
  );
}
