import { one } from "@db/one";
import type { Transaction } from "@db/client";
import { purchases } from "@db/schema";
import type { Money } from "../../core/money";
import type { Product } from "../../catalogue/products/catalogue";
import type { Purchase } from "./transitions";

type NewPurchase = Omit<typeof purchases.$inferInsert, "productId" | "productKind" | "productTitle">;

/** Stores a purchase of a product as it is called now. */
export async function insertPurchase(
  tx: Transaction,
  product: Pick<Product, "id" | "kind" | "title">,
  values: NewPurchase,
): Promise<Purchase> {
  return one(
    await tx
      .insert(purchases)
      .values({ ...ofProduct(product), ...values })
      .returning(),
    "purchase",
  );
}

/** Returns what a purchase stores of its product. */
export const ofProduct = ({ id, kind, title }: Pick<Product, "id" | "kind" | "title">) => ({
  productId: id,
  productKind: kind,
  productTitle: title,
});

/** Returns what a purchase stores of a price of which so much was paid elsewhere; more than the price counts as the price. */
export function paidElsewhere({ amountMinor, currency }: Money, paidMinor: number) {
  const listPriceMinor = Math.max(amountMinor, paidMinor);
  return {
    listPriceMinor,
    currency,
    totalMinor: paidMinor,
    discountMinor: listPriceMinor - paidMinor,
    status: paidMinor > 0 ? ("paid" as const) : ("free" as const),
  };
}
