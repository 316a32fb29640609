export const people = ["Hannah", "Theo", "Priya", "Marek", "Aoife", "Jun"];

export function personOf(nth: number) {
  const firstName = people[nth]!;
  return { firstName, lastName: "Okafor", email: `${firstName.toLowerCase()}@example.com` };
}

/** Returns the nth item, starting over after the last one; undefined for an empty list. */
export const pick = <Item>(items: Item[], nth: number): Item | undefined => items[nth % Math.max(1, items.length)];
