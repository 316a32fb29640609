import { Field } from "../../ui/field";

/** Why the instructor does it, for the audit log. */
export function ReasonField({ value, error }: { value?: string | undefined; error?: string | undefined }) {
  return (
    <Field
      label="Reason (optional)"
      hint="For your own records. It stands in the audit log."
      input={{ id: "reason", name: "reason", type: "text", maxLength: 500, defaultValue: value }}
      error={error}
    />
  );
}
