/** The address of a list with what is chosen in it; what is not chosen, and the first page, stays out of it. */
export function listAddress(path: string, chosen: Record<string, string>, page = 1): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(chosen)) if (value !== "") query.set(name, value);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

/** In what order a list stands: the name of a column, with a "-" the other way round. */
export type Sorting = {
  by: string;
  /** The list's address in another order. */
  addressOf: (by: string) => string;
  /** What may be chosen, in words: for where the columns have no heads. */
  options: { value: string; label: string }[];
};

type Choices = {
  /** As the address says it: what is none of the options is the first of them. */
  chosen: string;
  options: { value: string; label: string }[];
  /** The list's address with a choice in it. */
  listed: (sort: string) => string;
};

/** The first option stays out of an address. */
export function sortingOf({ chosen, options, listed }: Choices): Sorting {
  const usual = options[0]?.value ?? "";
  const isKnown = options.some(({ value }) => value === chosen);
  return { by: isKnown ? chosen : usual, addressOf: (by) => listed(by === usual ? "" : by), options };
}

export const turnedSort = (by: string): string => (by.startsWith("-") ? by.slice(1) : `-${by}`);
