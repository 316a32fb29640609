export const people = ["Hannah", "Theo", "Priya", "Marek", "Aoife", "Jun"];

export function personOf(who: number) {
  const firstName = people[who]!;
  return { firstName, lastName: "Okafor", email: `${firstName.toLowerCase()}@example.com` };
}

/** The nth there is, counted round and round; none of none. */
export const pick = <Item>(items: Item[], nth: number): Item | undefined => items[nth % Math.max(1, items.length)];
