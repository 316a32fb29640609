/** Returns the address of a list with its filters; leaves out empty ones and the first page. */
export function listAddress(path: string, chosen: Record<string, string>, page = 1): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(chosen)) if (value !== "") query.set(name, value);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

/** The order of a list: a column's name, with a leading "-" for descending. */
export type Sorting = {
  by: string;
  addressOf: (by: string) => string;
  options: { value: string; label: string }[];
};

type Choices = {
  chosen: string;
  options: { value: string; label: string }[];
  addressOf: (sort: string) => string;
};

/** Returns the order that was chosen and the addresses of the others. The first option stays out of the address. */
export function sortingOf({ chosen, options, addressOf }: Choices): Sorting {
  const usual = options[0]?.value ?? "";
  const isKnown = options.some(({ value }) => value === chosen);
  return { by: isKnown ? chosen : usual, addressOf: (by) => addressOf(by === usual ? "" : by), options };
}

export const turnedSort = (by: string): string => (by.startsWith("-") ? by.slice(1) : `-${by}`);
