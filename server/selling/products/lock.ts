import type { Transaction } from "@db/client";
import { products } from "@db/schema";
import { eq } from "drizzle-orm";

/** Locks a product that is changed or deleted: it waits for purchases that are being stored, and they for it. */
export async function lockProduct(tx: Transaction, id: string): Promise<void> {
  await tx.select().from(products).where(eq(products.id, id)).for("update");
}

/** Locks a product of which something is bought: with several prices, its buyers wait for each other. */
export const lockForSale = (tx: Transaction, { id, pricing }: Pick<typeof products.$inferSelect, "id" | "pricing">) =>
  (pricing === "one" ? lockProductAgainstDeletion : lockProduct)(tx, id);

/** Locks a product against deletion, until its purchase is stored. */
export async function lockProductAgainstDeletion(tx: Transaction, id: string): Promise<void> {
  await tx.select().from(products).where(eq(products.id, id)).for("key share");
}
