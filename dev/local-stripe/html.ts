/** Markup that is safe to send: whatever was put into it has been escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Insert = Html | Html[] | string | number | null | undefined | false;

/** Escapes everything that is put in, except other Html; null, undefined and false leave nothing. */
export function html(parts: TemplateStringsArray, ...values: Insert[]): Html {
  return new Html(parts.reduce((text, part, index) => text + textOf(values[index - 1]) + part));
}

function textOf(value: Insert): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(({ text }) => text).join("");
  if (value === null || value === undefined || value === false) return "";
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
