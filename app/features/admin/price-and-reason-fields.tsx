import type { FieldMetadata } from "@conform-to/react";
import { SelectField, TextField } from "~/ui/fields";

type PriceFieldsProps = {
  label: string;
  amount: FieldMetadata<string | undefined>;
  currency: FieldMetadata<string | undefined>;
  hint?: string;
};

export function PriceFields({ label, amount, currency, hint }: PriceFieldsProps) {
  return (
    <div className="grid gap-4.5 md:grid-cols-[1fr_1fr]">
      <TextField autoComplete="off" label={label} field={amount} inputMode="decimal" {...(hint && { hint })} />
      <SelectField label="Currency" field={currency} options={currencyOptions} />
    </div>
  );
}

/** Asks for the reason of an admin's action, for the audit log. */
export function ReasonField({ value, error }: { value?: string | undefined; error?: string | undefined }) {
  return (
    <TextField
      label="Reason (optional)"
      hint="For your own records. Shown in the audit log."
      id="reason"
      name="reason"
      maxLength={500}
      defaultValue={value}
      error={error}
    />
  );
}

export const currencyOptions = [
  { value: "GBP", label: "GBP £" },
  { value: "EUR", label: "EUR €" },
  { value: "USD", label: "USD $" },
];
