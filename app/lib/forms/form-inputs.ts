import type { FieldMetadata } from "@conform-to/react";

/** Returns the name of the first invalid field, which takes the focus. */
export const firstWrong = (fields: FieldMetadata<string>[]): string | undefined =>
  fields.find((field) => field.errors)?.name;
