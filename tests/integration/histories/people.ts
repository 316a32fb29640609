export const people = ["Hannah", "Theo", "Priya", "Marek", "Aoife", "Jun"];

export function personOf(who: number) {
  const firstName = people[who]!;
  return { firstName, lastName: "Okafor", email: `${firstName.toLowerCase()}@example.com` };
}

/** Returns the nth item, counting round and round; undefined for an empty list. */
export const pick = <Item>(items: Item[], nth: number): Item | undefined => items[nth % Math.max(1, items.length)];
