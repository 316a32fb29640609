import { between, type SQL, type SQLWrapper } from "drizzle-orm";

/** Returns what people call a record by: the first digits of its id, short enough to read out by telephone. */
export const referenceOf = ({ id }: { id: string }): string => id.slice(0, 8).toUpperCase();

/** Returns the reference that is all of a text, in capital letters or not; null if it is no reference. */
export const readReference = (text: string): string | null => (/^[0-9a-f]{8}$/i.test(text) ? text.toUpperCase() : null);

/** Returns the references that stand in any text. */
export const referencesIn = (text: string): string[] => [
  ...new Set((text.match(/(?<![\p{L}\p{N}])[0-9a-f]{8}(?![\p{L}\p{N}])/giu) ?? []).map((found) => found.toUpperCase())),
];

/** Holds for the ids with a reference. They are a range, so that an index finds them. */
export const isReferredTo = (id: SQLWrapper, reference: string): SQL =>
  between(id, `${reference}-0000-0000-0000-000000000000`, `${reference}-ffff-ffff-ffff-ffffffffffff`);
