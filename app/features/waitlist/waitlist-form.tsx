import { getFormProps, useForm } from "@conform-to/react";
import { firstWrong, type RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { noPlaceIsHeld, type WaitedNoun } from "./waitlist";
import { Notice } from "~/ui/notice";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { SelectField, TextField } from "~/ui/fields";

type Contact = { firstName: string; lastName: string; email: string };
type WaitlistValues = Contact & { quantity?: string };

type WaitlistFormProps = {
  action: string;
  noun?: WaitedNoun;
  formKey: string;
  /** Whether the start is so near that no place is offered any more. */
  isTooLate: boolean;
  mostTickets: number;
  contact: Contact | null;
  /** The number of tickets that was typed for a booking. */
  quantity?: string | undefined;
  refused: (RefusedForm & { missing?: string | null }) | undefined;
};

export function WaitlistForm(props: WaitlistFormProps) {
  const { action, noun = "session", formKey, isTooLate, mostTickets, contact, quantity = "1", refused } = props;
  const [form, fields] = useForm<WaitlistValues>({
    id: "join-waitlist",
    lastResult: refused?.reply,
    defaultValue: { ...contact, quantity },
  });
  const isBusy = useIsPosting(action);
  const all = [fields.firstName, fields.lastName, fields.email];
  const start = firstWrong(all) ?? fields.firstName.name;
  const contactProps = (field: (typeof all)[number]) => ({ field, required: true, takesFocus: field.name === start });
  return (
    <PostForm
      {...getFormProps(form)}
      className="grid gap-4 border-t border-t-line pt-5"
      action={action}
      isBusy={isBusy}
      failure={{ title: "Error", text: "Failed to join waitlist. Please try again." }}
      aria-label="Join the waitlist"
    >
      <input type="hidden" name="formKey" value={formKey} />
      <p className="text-small leading-small text-ink-soft">
        {isTooLate ? noPlaceIsHeld(noun) : "We’ll email you if a place opens."}
      </p>
      {refused?.missing && <Notice kind="error">{refused.missing}</Notice>}
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <div className="grid gap-4.5 md:grid-cols-[1fr_1fr]">
        <TextField label="First name" {...contactProps(fields.firstName)} autoComplete="given-name" />
        <TextField label="Last name" {...contactProps(fields.lastName)} autoComplete="family-name" />
        <TextField
          className="md:col-span-2"
          label="Email"
          {...contactProps(fields.email)}
          type="email"
          autoComplete="email"
        />
        {mostTickets > 1 && (
          <SelectField
            className="md:col-span-2"
            label="Tickets"
            field={fields.quantity}
            hint="We’ll email you when this many places are free."
            options={Array.from({ length: mostTickets }, (_, index) => ({
              value: String(index + 1),
              label: String(index + 1),
            }))}
          />
        )}
      </div>
      <SubmitButton isWide isBusy={isBusy}>
        Add me to the waitlist
      </SubmitButton>
    </PostForm>
  );
}
