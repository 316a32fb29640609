/** The address of a list with what is chosen in it; what is not chosen, and the first page, stays out of it. */
export function listAddress(path: string, chosen: Record<string, string>, page = 1): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(chosen)) if (value !== "") query.set(name, value);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}
