/** Every form of the site has fewer fields. */
const maxFields = 200;
/** Checkboxes and hidden inputs of one name come in pairs at most. */
const maxPerName = 5;
const fieldName = /^[A-Za-z][\w-]{0,63}$/;
/** The form library would take these fields as instructions. */
const libraryFields = new Set(["__intent__", "__state__"]);

type Fields = Iterable<[string, unknown]>;

/**
 * Returns a posted form's fields, or null if no form of the site has such fields. The form library builds objects and
 * arrays from names with brackets and dots, and copies a list for each repeated name: unchecked fields could exhaust
 * the server.
 */
export function plainFields(posted: Fields): URLSearchParams | null {
  const fields = new URLSearchParams();
  const counts = new Map<string, number>();
  let total = 0;
  for (const [name, value] of posted) {
    const count = (counts.get(name) ?? 0) + 1;
    total += 1;
    if (total > maxFields || count > maxPerName || typeof value !== "string") return null;
    counts.set(name, count);
    if (libraryFields.has(name)) continue;
    if (!fieldName.test(name) || name in Object.prototype) return null;
    fields.append(name, value);
  }
  return fields;
}
