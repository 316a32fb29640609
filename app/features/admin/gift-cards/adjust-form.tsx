import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { FormActions, FormCard } from "~/ui/card";
import { TextField } from "~/ui/fields";
import { SubmitButton } from "~/ui/post-form";

type AdjustFormProps = {
  action: string;
  formKey: string;
  currency: string;
  reply: SubmissionResult<string[]> | undefined;
};

/** Corrects what is left on a gift card by hand. */
export function AdjustForm({ action, formKey, currency, reply }: AdjustFormProps) {
  const isBusy = useIsPosting(action);
  const [form, fields] = useForm<{ amount: string; reason: string }>({ id: "adjust", lastResult: reply });
  return (
    <FormCard {...getFormProps(form)} action={action} isBusy={isBusy} failure={{ title: "Not corrected" }}>
      <h2 className="text-title">Correct what is left</h2>
      <input type="hidden" name="intent" value="adjust" />
      <input type="hidden" name="formKey" value={formKey} />
      <TextField
        label={`Add in ${currency}`}
        field={fields.amount}
        required
        autoComplete="off"
        hint="With a minus to take something off: -10."
      />
      <TextField
        label="Reason"
        field={fields.reason}
        required
        maxLength={300}
        hint="Kept in the card’s history and the audit log, and mailed to its holder."
      />
      <FormActions>
        <SubmitButton isBusy={isBusy}>Correct</SubmitButton>
      </FormActions>
    </FormCard>
  );
}
