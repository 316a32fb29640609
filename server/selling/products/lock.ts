import type { Transaction } from "@db/client";
import { products } from "@db/schema";
import { eq } from "drizzle-orm";

/** Locks a product that is changed or deleted: it waits for purchases that are being stored, and they for it. */
export async function lockProduct(tx: Transaction, id: string): Promise<void> {
  await tx.select().from(products).where(eq(products.id, id)).for("update");
}

/** Locks a product against deletion, until its purchase is stored. */
export async function lockProductAgainstDeletion(tx: Transaction, id: string): Promise<void> {
  await tx.select().from(products).where(eq(products.id, id)).for("key share");
}
