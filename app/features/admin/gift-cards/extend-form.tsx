import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { FormActions, FormCard } from "~/ui/card";
import { TextField } from "~/ui/fields";
import { SubmitButton } from "~/ui/post-form";

type ExtendFormProps = {
  action: string;
  formKey: string;
  extension: { lastDay: string; version: string };
  reply: SubmissionResult<string[]> | undefined;
};

/** Moves the end of a gift card to a later day. */
export function ExtendForm({ action, formKey, extension: { lastDay, version }, reply }: ExtendFormProps) {
  const isBusy = useIsPosting(action);
  const [form, fields] = useForm<{ lastDay: string; reason: string }>({
    id: "extend",
    lastResult: reply,
    defaultValue: { lastDay },
  });
  return (
    <FormCard {...getFormProps(form)} action={action} isBusy={isBusy} failure={{ title: "Not extended" }}>
      <h2 className="text-title">Extend</h2>
      <input type="hidden" name="intent" value="extend" />
      <input type="hidden" name="formKey" value={formKey} />
      <input type="hidden" name="version" value={version} />
      <TextField
        label="New last day"
        field={fields.lastDay}
        type="date"
        required
        hint="What was written off at its end comes back."
      />
      <TextField
        label="Reason"
        field={fields.reason}
        required
        maxLength={300}
        hint="Kept in the audit log, and mailed to its holder."
      />
      <FormActions>
        <SubmitButton isBusy={isBusy}>Extend</SubmitButton>
      </FormActions>
    </FormCard>
  );
}
