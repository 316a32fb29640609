import { z } from "zod";
import { formVersion } from "../../../core/forms";
import { besideOtherErrors } from "../../../core/input-schemas";
import type { Field, FieldView } from "./fields";

type Fields = Record<string, Field>;

/** What the fields of a form are stored as. */
export type StoredOf<Named extends Fields> = { [Name in keyof Named]: z.output<Named[Name]["stored"]> };

type FormParts<Both extends Fields, New extends Fields, Edited extends Fields> = {
  fields: Both;
  /** Fields that only the form of a new product has, or only that of an existing one. */
  onlyNew?: New;
  onlyEdited?: Edited;
  /** Rules that concern several fields. */
  rules?: Rule<Both>[];
};

type Rule<Named extends Fields> = {
  isKept: (form: StoredOf<Named>) => boolean;
  message: string;
  field: keyof Named & string;
};

/** What a page and a procedure need of the form of one kind of product. */
export type ProductForm<New = unknown, Edited = unknown> = {
  /** Reads what was typed. */
  typed: { new: z.ZodType<Record<string, unknown>>; edited: z.ZodType<Record<string, unknown>> };
  /** Reads what a procedure is sent. */
  stored: { new: z.ZodType<New>; edited: z.ZodType<Edited> };
};

type NoFields = Record<never, never>;

/** Returns the form of a kind of product, made of its fields. */
export function productForm<Both extends Fields, New extends Fields = NoFields, Edited extends Fields = NoFields>(
  parts: FormParts<Both, New, Edited>,
) {
  const { fields, onlyNew, onlyEdited, rules = [] } = parts;
  const schemaOf = <Own extends Fields, Key extends Record<string, z.ZodType>>(
    as: "typed" | "stored",
    own: Own | undefined,
    key: Key,
  ) => {
    const named = Object.entries({ ...fields, ...own }).map(([name, field]) => [name, field[as]]);
    const form: z.ZodType = z.object({ ...(Object.fromEntries(named) as Record<string, z.ZodType>), ...key });
    return rules.reduce(
      (schema, { isKept, message, field }) =>
        schema.refine((typed) => isKept(typed as StoredOf<Both>), { message, path: [field], ...besideOtherErrors }),
      form,
    ) as z.ZodType<StoredOf<Both> & StoredOf<Own> & { [Name in keyof Key]: z.output<Key[Name]> }>;
  };
  const keyOfNew = { formKey: z.uuid() };
  const keyOfEdited = { version: formVersion };
  return {
    typed: { new: schemaOf("typed", onlyNew, keyOfNew), edited: schemaOf("typed", onlyEdited, keyOfEdited) },
    stored: { new: schemaOf("stored", onlyNew, keyOfNew), edited: schemaOf("stored", onlyEdited, keyOfEdited) },
  };
}

type ViewOptions = {
  /** What the options of boxes and what files there are, by field. */
  inputs?: Record<string, object>;
  hints?: Record<string, string>;
  labels?: Record<string, string>;
  without?: string[];
};

/** Returns fields as a page shows them. */
export const viewOf = (
  fields: Fields,
  { inputs = {}, hints = {}, labels = {}, without = [] }: ViewOptions = {},
): FieldView[] =>
  Object.entries(fields)
    .filter(([name]) => !without.includes(name))
    .map(([name, { typed: _, stored: __, begins: ___, text: ____, ...view }]) => ({
      ...view,
      name,
      ...(hints[name] !== undefined && { hint: hints[name] }),
      ...(labels[name] !== undefined && { label: labels[name] }),
      input: { ...view.input, ...inputs[name] },
    }));

export type FormValues = Record<string, string | string[]>;

/** Returns what the fields of a form hold of what is stored. */
export function textsOf(fields: Fields, stored: Record<string, unknown>): FormValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { text }]) => {
      const value = stored[name];
      return [name, Array.isArray(value) ? value.map(String) : text(value, stored)];
    }),
  );
}

/** Returns what the fields of a new form hold. */
export const beginningOf = (fields: Fields, own: FormValues = {}): FormValues => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, { begins }]) => [name, begins])),
  ...own,
});

/** What a procedure is sent of a new product of a form, and of an existing one. */
export type NewOf<Form extends { stored: { new: z.ZodType } }> = z.output<Form["stored"]["new"]>;
export type EditedOf<Form extends { stored: { edited: z.ZodType } }> = z.output<Form["stored"]["edited"]>;
