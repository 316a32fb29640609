import type { FieldMetadata } from "@conform-to/react";
import { currencyOptions } from "~/features/admin/library/library";
import { Field } from "~/ui/field";
import { SelectField, TextField } from "~/ui/form-fields";

type PriceFieldsProps = {
  label: string;
  amount: FieldMetadata<string | undefined>;
  currency: FieldMetadata<string | undefined>;
  hint?: string;
};

/** An amount and its currency, side by side. */
export function PriceFields({ label, amount, currency, hint }: PriceFieldsProps) {
  return (
    <div className="fields fields--2">
      <TextField autoComplete="off" label={label} field={amount} inputMode="decimal" {...(hint && { hint })} />
      <SelectField label="Currency" field={currency} options={currencyOptions} />
    </div>
  );
}

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
