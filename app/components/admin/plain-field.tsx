import { getInputProps, type FieldMetadata } from "@conform-to/react";
import type { ComponentProps } from "react";
import { Field } from "../field";

type PlainFieldProps = {
  label: string;
  field: FieldMetadata<string | undefined>;
  hint?: string;
  /** What an input takes besides. */
  input?: ComponentProps<"input">;
};

/** One line of text, a number or a day, as the instructor's forms ask for them. */
export function PlainField({ label, field, hint, input: { type = "text", ...more } = {} }: PlainFieldProps) {
  const { key: _, ...input } = getInputProps(field, { type: type === "date" ? "date" : "text" });
  return (
    <Field
      label={label}
      input={{ ...input, autoComplete: "off", ...more, type }}
      error={field.errors?.[0]}
      {...(hint && { hint })}
    />
  );
}
