/** Local storage keys by form field. They only fill in forms; nothing is granted by them. */
const keys = { email: "user_email", firstName: "user_first_name", lastName: "user_last_name" } as const;

export function recallVisitor(): Record<string, string> {
  const entries = Object.entries(keys).map(([name, key]) => [name, read(key)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}

export function rememberVisitor(form: FormData): void {
  for (const [name, key] of Object.entries(keys)) {
    const value = form.get(name);
    if (typeof value === "string" && value.trim()) write(key, value.trim());
  }
}

/** Keeps that a free recording of a collection was confirmed, and for which address. */
export function rememberConfirmed({ email, type }: { email: string | null; type: string | null }): void {
  if (email) write(keys.email, email);
  if (type) write(`${type}_recording_confirmed`, "true");
}

// Browsers may refuse access to storage.
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
