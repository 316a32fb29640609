import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { FormActions, FormCard } from "~/ui/card";
import { TextField } from "~/ui/fields";
import { SubmitButton } from "~/ui/post-form";

type ResendFormProps = {
  action: string;
  formKey: string;
  address: string | null;
  reply: SubmissionResult<string[]> | undefined;
};

/** Sends a gift card again, to an address that may be corrected. */
export function ResendForm({ action, formKey, address, reply }: ResendFormProps) {
  const isBusy = useIsPosting(action);
  const [form, fields] = useForm<{ recipientEmail: string }>({
    id: "resend",
    lastResult: reply,
    defaultValue: { recipientEmail: address ?? "" },
  });
  return (
    <FormCard {...getFormProps(form)} action={action} isBusy={isBusy} failure={{ title: "Not sent" }}>
      <h2 className="text-title">Send it by email</h2>
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="formKey" value={formKey} />
      <TextField
        label="Email of who gets it"
        field={fields.recipientEmail}
        type="email"
        autoComplete="off"
        required
        hint="With another address the card gets a new code: the one that went to the wrong address pays nothing any more."
      />
      <FormActions>
        <SubmitButton isBusy={isBusy}>Send again</SubmitButton>
      </FormActions>
    </FormCard>
  );
}
