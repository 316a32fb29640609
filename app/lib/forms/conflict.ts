export type Conflict = {
  version: string;
  by: string | null;
  at: string | null;
  /** `typed` is null for an unchanged field, which then takes the saved value. */
  fields: { label: string; saved: string; typed: string | null }[];
};

type Label = string | { label: string; text: (value: string) => string };

type SavedForm = { version: string; values: Record<string, unknown>; by?: string | null; at?: string | null };

export const tickLabel = (label: string): Label => ({ label, text: (value) => (value ? "Yes" : "No") });

export const choiceLabel = (label: string, words: Record<string, string>): Label => ({
  label,
  text: (value) => words[value] ?? value,
});

/** Names a file, whose id the form holds; a new upload has no name here. */
export const fileLabel = (label: string, saved: { id: string; name: string } | null): Label => ({
  label,
  text: (id) => (id === saved?.id ? saved.name : id && "Another file"),
});

/** Merges a form with what another user has saved meanwhile: changed fields keep what was typed. */
export function conflictOf(
  labels: Record<string, Label>,
  { version, values, by = null, at = null }: SavedForm,
  typed: Record<string, unknown>,
): { notice: Conflict; filled: Record<string, string> } {
  const seen = readSeen(typed.seen);
  const filled: Record<string, string> = { version, seen: seenOf(values) };
  const fields = Object.entries(labels).flatMap(([name, named]) => {
    const { label, text } = typeof named === "string" ? { label: named, text: (value: string) => value } : named;
    const textOf = (value: unknown) => text(asFormValue(value));
    const [before, now, here] = [textOf(seen[name]), textOf(values[name]), textOf(typed[name])] as const;
    const isTyped = !(name in seen) || here !== before;
    if (!isTyped) filled[name] = asFormValue(values[name]);
    if (now === (name in seen ? before : here)) return [];
    return { label, saved: now, typed: isTyped ? here : null };
  });
  return { notice: { version, by, at, fields }, filled };
}

/** Serializes what a form is filled with, for its field `seen`. */
export const seenOf = (values: Record<string, unknown>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asFormValue(value)])));

/** Reads unverified input from the browser, which affects only what its own form shows. */
function readSeen(sent: unknown): Record<string, unknown> {
  try {
    const seen: unknown = JSON.parse(asFormValue(sent));
    return typeof seen === "object" && seen !== null ? { ...seen } : {};
  } catch {
    return {};
  }
}

/** Returns a value as a form sends it: a checked box is "on", an unchecked one is absent. */
function asFormValue(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "";
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.trim().replaceAll("\r\n", "\n") : "";
}
