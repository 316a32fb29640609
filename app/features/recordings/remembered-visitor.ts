/** What a visitor typed about herself, by the field's name. Nothing is granted by it. */
const keys = { email: "user_email", firstName: "user_first_name", lastName: "user_last_name" } as const;

/** What this browser remembers of its visitor, for filling in forms. */
export function recallVisitor(): Record<string, string> {
  const entries = Object.entries(keys).map(([name, key]) => [name, read(key)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}

/** Keeps what a form says of its visitor. */
export function rememberVisitor(form: FormData): void {
  for (const [name, key] of Object.entries(keys)) {
    const value = form.get(name);
    if (typeof value === "string" && value.trim()) write(key, value.trim());
  }
}

/** Keeps that this visitor's free recording of a collection was confirmed, and the address that it was for. */
export function rememberConfirmed({ email, type }: { email: string | null; type: string | null }): void {
  if (email) write(keys.email, email);
  if (type) write(`${type}_recording_confirmed`, "true");
}

// Browsers may refuse storage altogether; then nothing is remembered.
function read(key: string): string {
  try {
    return window.localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function write(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    return;
  }
}
