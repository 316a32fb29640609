import { getInputProps, type FieldMetadata } from "@conform-to/react";

type Options = {
  type: "text" | "email" | "password";
  autoComplete: string;
  /** Takes the focus without scripting as well. */
  isStart?: boolean;
};

/** A required field's attributes. */
export function inputOf(field: FieldMetadata<string>, { type, autoComplete, isStart = false }: Options) {
  const { key: _, ...input } = getInputProps(field, { type });
  return { ...input, autoComplete, required: true, ...(isStart && { autoFocus: true }) };
}

/** The name of the first field that is wrong: there the focus goes. */
export const firstWrong = (fields: FieldMetadata<string>[]): string | undefined =>
  fields.find((field) => field.errors)?.name;
