/** What somebody else has saved since a form was opened, beside what is typed in it. */
export type Conflict = {
  /** Names what is saved now: a form that comes back with it means to replace just that. */
  version: string | number;
  by: string | null;
  at: string | null;
  fields: { label: string; saved: string; typed: string }[];
};

/** What a field is called, and what its choices are. */
type Label = string | { label: string; choices: Record<string, string> };

/** Every field that has a label and is saved otherwise than it is typed. Who saved it is not known. */
export function conflictOf<Values extends { version: string }>(
  labels: { [name in Exclude<keyof Values, "version">]?: Label },
  saved: Values,
  typed: Record<string, unknown>,
): Conflict {
  const fields = Object.entries<Label | undefined>(labels).flatMap(([name, named = name]) => {
    const { label, choices } = typeof named === "string" ? { label: named, choices: {} } : named;
    const value = saved[name as keyof Values];
    const [there, here] =
      typeof value === "boolean" ? [yesOrNo(value), yesOrNo(typed[name] === "on")] : [value, typed[name]].map(textOf);
    if (there === here) return [];
    const shown = (text = "") => (choices)[text] ?? text;
    return { label, saved: shown(there), typed: shown(here) };
  });
  return { version: saved.version, by: null, at: null, fields };
}

const yesOrNo = (is: boolean) => (is ? "Yes" : "No");

const textOf = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value).trim().replaceAll("\r\n", "\n") : "";
