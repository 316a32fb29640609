import type { Database } from "@db/client";
import { discountCodes } from "@db/schema";

type NewCode = Partial<typeof discountCodes.$inferInsert>;

/** Creates an active discount code, by default 20 % off without a limit of uses. */
export async function aCode(db: Database, code: string, values: NewCode = {}) {
  const terms =
    values.discountType === "fixed_amount"
      ? { discountCurrency: "GBP" as const }
      : { discountType: "percentage" as const, discountPercentage: 20 };
  const [row] = await db
    .insert(discountCodes)
    .values({ code, ...terms, ...values } as typeof discountCodes.$inferInsert)
    .returning();
  return row!;
}
