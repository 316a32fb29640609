import type { Deletion } from "@server/members/deletion";
import { Entry, EntryList } from "../../ui/list";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { ButtonLink } from "~/ui/button";
import { Hint } from "~/ui/field-frame";
import { SubmitButton } from "~/ui/post-form";
import { OwnerForm } from "./owner-form";
import { Lede } from "~/ui/text";

type DeletionFormProps = {
  action: string;
  refused: RefusedForm | undefined;
  /** False shortly after signing in by a mailed link. */
  needsPassword: boolean;
  backTo: string;
};

export function DeletionForm({ action, refused, needsPassword, backTo }: DeletionFormProps) {
  return (
    <OwnerForm
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
    </OwnerForm>
  );
}

type DeletionTermsProps = Pick<Deletion, "cancels" | "collections" | "waitlists">;

export function DeletionTerms({ cancels, collections, waitlists }: DeletionTermsProps) {
  return (
    <div className="grid max-w-208 gap-6">
      <Lede>This can’t be undone, not by me either. Nothing is deleted before you say so below.</Lede>
      {cancels.length > 0 && <Cancelled cancels={cancels} />}
      <section>
        <h2 className="text-heading">What goes</h2>
        <ul className="mt-2 grid list-disc gap-1 pl-5 text-ink-soft">
          <li>Your name, your address, your password and everything else in your profile, everywhere</li>
          <li>The notes about your health</li>
          <li>What was mailed to you, and how far you have watched each recording</li>
          <li>You are signed out on every device, and your calendar feed ends</li>
          {collections.map((title) => (
            <li key={title}>Your access to the {title}. It was for a lifetime, and its price is not paid back</li>
          ))}
          {waitlists > 0 && (
            <li>{waitlists === 1 ? "Your place on a waitlist" : `Your places on ${waitlists} waitlists`}</li>
          )}
        </ul>
      </section>
      <section>
        <h2 className="text-heading">What stays</h2>
        <ul className="mt-2 grid list-disc gap-1 pl-5 text-ink-soft">
          <li>Your bookings, purchases and payments, as the books have to be kept, without your name or address</li>
          <li>At the payment provider, what it has to keep of the payments that you made there</li>
          <li>A ticket that someone else has booked for you is theirs, and stays with them</li>
        </ul>
      </section>
    </div>
  );
}

function Cancelled({ cancels }: Pick<Deletion, "cancels">) {
  return (
    <section>
      <h2 className="text-heading">What is cancelled</h2>
      <EntryList>
        {cancels.map(({ id, title, startsAt, attendee, refund }) => (
          <Entry key={id}>
            <div>
              <p>{title}</p>
              <Hint>
                {startsAt.shortDate} at {startsAt.time} {startsAt.zone}, for {attendee}
              </Hint>
            </div>
            {refund && <p>{refund} goes back</p>}
          </Entry>
        ))}
      </EntryList>
    </section>
  );
}
