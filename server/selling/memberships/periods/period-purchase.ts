import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Account, type Membership, purchases } from "@db/schema";

type SoldPeriod = Pick<
  typeof purchases.$inferInsert,
  "productId" | "productTitle" | "status" | "formKey" | "currency" | "totalMinor" | "termsVersion" | "privacyVersion"
>;

/**
 * Records the purchase of a period of a membership, which costs as much as is paid, or more: what is not paid was taken
 * off.
 */
export async function insertPeriodPurchase(
  tx: Transaction,
  member: Pick<Account, "id" | "fullName" | "email">,
  { fullPriceMinor, ...sold }: SoldPeriod & { fullPriceMinor: Membership["priceMinor"] },
  now: Date,
): Promise<{ id: string }> {
  const listPriceMinor = Math.max(fullPriceMinor, sold.totalMinor);
  const made = await tx
    .insert(purchases)
    .values({
      ...sold,
      productKind: "membership",
      userId: member.id,
      customerName: member.fullName,
      customerEmail: member.email,
      listPriceMinor,
      discountMinor: listPriceMinor - sold.totalMinor,
      createdAt: now,
      completedAt: sold.status === "cancelled" ? null : now,
    })
    .returning({ id: purchases.id });
  return one(made, "purchase");
}
