import type { Transaction } from "@db/client";
import { type PlaceLimit, passTerms, products } from "@db/schema";
import { seedId } from "./seed-id";

type DemoPass = {
  title: string;
  description: string;
  priceMinor: number;
  credits: number;
  months: number;
  isIntroduction?: boolean;
};

const onSale: DemoPass[] = [
  {
    title: "First three",
    description: "To find out whether this is for you: three sessions in two months.",
    priceMinor: 3600,
    credits: 3,
    months: 2,
    isIntroduction: true,
  },
  {
    title: "Ten sessions",
    description: "For those who come often.",
    priceMinor: 15_000,
    credits: 10,
    months: 6,
  },
];

/** Returns the limit of a pass, or of a membership. */
export const inPounds = (amountMinor: number): PlaceLimit => ({
  priceMinor: amountMinor,
  enteredPriceMinor: amountMinor,
  enteredCurrency: "GBP",
});

/** Puts two passes on sale: a first offer, and one for those who come often. */
export async function seedPasses(tx: Transaction, { now }: { now: Date }): Promise<void> {
  for (const { title, description, priceMinor, isIntroduction = false, ...held } of onSale) {
    const id = seedId(`pass ${title}`);
    await tx
      .insert(products)
      .values({ id, kind: "pass", title, description, priceMinor, priceCurrency: "GBP", createdAt: now })
      .onConflictDoNothing();
    const placeLimit = inPounds((priceMinor * 2) / held.credits);
    await tx
      .insert(passTerms)
      .values({ productId: id, ...held, placeLimit, isIntroduction, starts: "purchase", cover: "all" })
      .onConflictDoNothing();
  }
}
