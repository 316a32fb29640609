import { getFormProps, useForm } from "@conform-to/react";
import { firstWrong, inputOf } from "~/lib/forms/form-inputs";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { noPlaceIsHeld } from "./waitlist";
import { Field } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast-notice";

type Contact = { firstName: string; lastName: string; email: string };

type WaitlistFormProps = {
  action: string;
  formKey: string;
  /** So near to the start that no place is offered any more. */
  isTooLate: boolean;
  /** What is known of a member. */
  contact: Contact | null;
  /** The server's answer to a post that it did not take: everything typed, and what is wrong. */
  refused: (RefusedForm & { missing?: string | null }) | undefined;
};

/** Who wants to be told when a place opens. */
export function WaitlistForm({ action, formKey, isTooLate, contact, refused }: WaitlistFormProps) {
  const [form, fields] = useForm<Contact>({
    id: "join-waitlist",
    lastResult: refused?.reply,
    ...(contact && { defaultValue: contact }),
  });
  const isBusy = useIsPosting(action);
  const all = [fields.firstName, fields.lastName, fields.email];
  const start = firstWrong(all) ?? fields.firstName.name;
  const propsOf = (field: (typeof all)[number], type: "text" | "email", autoComplete: string) => ({
    input: inputOf(field, { type, autoComplete, isStart: field.name === start }),
    error: field.errors?.[0],
  });
  return (
    <PostForm
      {...getFormProps(form)}
      className="waitform"
      action={action}
      isBusy={isBusy}
      failure={{ title: "Error", text: "Failed to join waitlist. Please try again." }}
      aria-label="Join the waitlist"
    >
      <input type="hidden" name="formKey" value={formKey} />
      <p className="text-small text-ink-soft">{isTooLate ? noPlaceIsHeld : "We will write to you if a place opens."}</p>
      {refused?.missing && <Notice kind="error">{refused.missing}</Notice>}
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <div className="fields fields--2">
        <Field label="First name" {...propsOf(fields.firstName, "text", "given-name")} />
        <Field label="Last name" {...propsOf(fields.lastName, "text", "family-name")} />
        <Field className="md:col-span-2" label="Email" {...propsOf(fields.email, "email", "email")} />
      </div>
      <SubmitButton className="btn--block" isBusy={isBusy}>
        Add me to the waitlist
      </SubmitButton>
    </PostForm>
  );
}
