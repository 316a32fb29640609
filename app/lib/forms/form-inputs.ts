import type { FieldMetadata } from "@conform-to/react";

export const firstWrong = (fields: FieldMetadata<string>[]): string | undefined =>
  fields.find((field) => field.errors)?.name;
