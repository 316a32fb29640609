/** What somebody else has saved since a form was opened. */
export type Conflict = {
  /** Names what is saved now. */
  version: string;
  by: string | null;
  at: string | null;
  /** `typed` is null where she has left the field alone: then the form has now what is saved. */
  fields: { label: string; saved: string; typed: string | null }[];
};

/** What a field is called, and how what it holds reads. */
type Label = string | { label: string; text: (value: string) => string };

type Saved = { version: string | number; values: Record<string, unknown>; by?: string | null; at?: string | null };

/** A box's label. */
export const ticked = (label: string): Label => ({ label, text: (value) => (value ? "Yes" : "No") });

/** A choice's label. */
export const chosen = (label: string, words: Record<string, string>): Label => ({
  label,
  text: (value) => words[value] ?? value,
});

/**
 * A form that somebody else has saved meanwhile, put together again: what was typed since it was opened stays, and all
 * other fields take what is saved. `typed` says by `seen` what it was filled with. `filled` is the form as it goes on,
 * knowing what it would replace.
 */
export function conflictOf(
  labels: Record<string, Label>,
  { version, values, by = null, at = null }: Saved,
  typed: Record<string, unknown>,
): { notice: Conflict; filled: Record<string, string> } {
  const seen = readSeen(typed.seen);
  const filled: Record<string, string> = { version: String(version), seen: seenOf(values) };
  const fields = Object.entries(labels).flatMap(([name, named]) => {
    const { label, text } = typeof named === "string" ? { label: named, text: (value: string) => value } : named;
    const [before, now, here] = [seen[name], values[name], typed[name]].map((value) => text(plain(value)));
    const isTyped = !(name in seen) || here !== before;
    if (!isTyped) filled[name] = plain(values[name]);
    if (now === (name in seen ? before : here)) return [];
    return { label, saved: now!, typed: isTyped ? here! : null };
  });
  return { notice: { version: String(version), by, at, fields }, filled };
}

/** What a form is filled with, to come back with it. */
export const seenOf = (values: Record<string, unknown>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)])));

/** It comes from a browser, and decides about nothing but what its own form shows. */
function readSeen(sent: unknown): Record<string, unknown> {
  try {
    const seen: unknown = JSON.parse(plain(sent));
    return typeof seen === "object" && seen !== null ? { ...seen } : {};
  } catch {
    return {};
  }
}

/** As a form sends it: a box that is ticked sends "on", one that is not nothing. */
function plain(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "";
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.trim().replaceAll("\r\n", "\n") : "";
}
