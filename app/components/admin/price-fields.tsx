import type { FieldMetadata } from "@conform-to/react";
import { currencyOptions } from "~/lib/library";
import { PlainField } from "./plain-field";
import { SelectField } from "./select-field";

type PriceFieldsProps = {
  label: string;
  amount: FieldMetadata<string | undefined>;
  currency: FieldMetadata<string | undefined>;
  hint?: string;
};

/** An amount and its currency, side by side. */
export function PriceFields({ label, amount, currency, hint }: PriceFieldsProps) {
  const { id, name, initialValue } = currency;
  return (
    <div className="fields fields--2">
      <PlainField label={label} field={amount} input={{ inputMode: "decimal" }} {...(hint && { hint })} />
      <SelectField
        label="Currency"
        select={{ id, name, defaultValue: initialValue }}
        options={currencyOptions}
        error={currency.errors?.[0]}
      />
    </div>
  );
}
