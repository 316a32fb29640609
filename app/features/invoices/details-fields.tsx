import type { FieldMetadata } from "@conform-to/react";
import { TextAreaField, TextField } from "~/ui/fields";

type DetailsFieldsProps = { fields: Record<"company" | "address" | "taxNumber", FieldMetadata<string | undefined>> };

/** Asks for what a customer's invoices say of them besides the name. */
export const DetailsFields = ({ fields }: DetailsFieldsProps) => (
  <>
    <TextField label="Company (optional)" field={fields.company} autoComplete="organization" />
    <TextAreaField label="Address (optional)" field={fields.address} rows={4} />
    <TextField
      label="Tax number (optional)"
      field={fields.taxNumber}
      autoComplete="off"
      hint="Such as your VAT number."
    />
  </>
);
