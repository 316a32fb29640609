import type { Transaction } from "@db/client";
import { products } from "@db/schema";
import { eq } from "drizzle-orm";
import { DomainError } from "../../core/errors";

/** Locks a product that is changed or deleted: it waits for purchases that are being stored, and they for it. */
export async function lockProduct(tx: Transaction, id: string): Promise<void> {
  await tx.select().from(products).where(eq(products.id, id)).for("update");
}

/** Locks a product of which something is bought: with several prices, its buyers wait for each other. */
export const lockForSale = (tx: Transaction, { id, pricing }: Pick<typeof products.$inferSelect, "id" | "pricing">) =>
  (pricing === "one" ? lockProductAgainstDeletion : lockProduct)(tx, id);

/** Throws price_changed: what had one price before was not locked, so what is left of its rates is not known. */
export function requireSamePricing(locked: PricedProduct, before: PricedProduct): void {
  if (locked.pricing === before.pricing) return;
  throw new DomainError("price_changed", "What this costs has changed. Please check it and confirm.");
}

type PricedProduct = Pick<typeof products.$inferSelect, "pricing">;

/** Locks a product against deletion, until its purchase is stored. */
export async function lockProductAgainstDeletion(tx: Transaction, id: string): Promise<void> {
  await tx.select().from(products).where(eq(products.id, id)).for("key share");
}
