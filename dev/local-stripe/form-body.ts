/** Text or a nested form; lists are forms with the keys 0, 1, 2, …, until a schema says that they are lists. */
type FormValue = string | Form;
export type Form = { [key: string]: FormValue };

/** Reads `a=1&b[c]=2&d[0][e]=3&f[]=4` into nested forms. The last of two equal names wins. */
export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [name, value] of new URLSearchParams(text)) place(form, namesOf(name), value);
  return form;
}

/** The same parameters in any order give the same text, so that two requests can be compared. */
export function canonicalForm(text: string): string {
  return [...new URLSearchParams(text)]
    .map(([name, value]) => JSON.stringify([name, value]))
    .sort()
    .join();
}

// Names come from outside: without a prototype, "__proto__" is a name like any other.
const emptyForm = (): Form => Object.create(null) as Form;

function namesOf(name: string): string[] {
  const [head = "", ...rest] = name.split("[");
  return [head, ...rest.map((part) => part.replace(/\]$/, ""))];
}

function place(form: Form, names: string[], value: string): void {
  const [head = "", ...rest] = names;
  const name = head === "" ? String(Object.keys(form).length) : head;
  if (rest.length === 0) {
    form[name] = value;
    return;
  }
  const inner = form[name];
  const next = typeof inner === "object" ? inner : emptyForm();
  form[name] = next;
  place(next, rest, value);
}
