import { getInputProps, type FieldMetadata } from "@conform-to/react";

type CheckBoxProps = { label: string; field: FieldMetadata<string | undefined> };

/** Yes or no; a form sends "on" or nothing. */
export function CheckBox({ label, field }: CheckBoxProps) {
  const { key: _, ...input } = getInputProps(field, { type: "checkbox" });
  return (
    <label className="check" htmlFor={input.id}>
      <input {...input} />
      <span>{label}</span>
    </label>
  );
}
