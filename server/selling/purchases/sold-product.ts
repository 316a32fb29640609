import type { Queryable } from "@db/client";
import { purchases } from "@db/schema";
import { eq } from "drizzle-orm";
import type { SoldOrder } from "../../payments/payable";
import { printDiscount } from "../../platform/money/quote";
import { kinds } from "../../catalogue/products/kinds";

/** Returns what was bought, as it was called then. */
export async function readSoldProduct(db: Queryable, id: string): Promise<SoldOrder | null> {
  const [purchase] = await db.select().from(purchases).where(eq(purchases.id, id));
  if (!purchase) return null;
  const { productTitle, productKind, priceRateName, totalMinor } = purchase;
  const note = [kinds[productKind].receiptText, priceRateName, printDiscount(purchase)];
  return {
    customer: purchase.customerName,
    userId: purchase.userId,
    soldAs: productKind,
    currency: purchase.currency,
    lines: [{ text: productTitle, note: note.filter(Boolean).join(", "), quantity: 1, amountMinor: totalMinor }],
  };
}
