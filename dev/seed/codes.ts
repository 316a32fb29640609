import type { Transaction } from "@db/client";
import { discountCodes, type DiscountTerms } from "@db/schema";

export const usedTerms = {
  WELCOME10: { type: "percentage", percentage: 10 },
  FIVEOFF: { type: "fixed_amount", amountMinor: 500, currency: "GBP" },
} as const satisfies Record<string, DiscountTerms>;
export type UsedCode = keyof typeof usedTerms;

export async function seedCodes(tx: Transaction, now: Date): Promise<void> {
  const percentage = (code: string, discountPercentage: number) =>
    ({ code, discountType: "percentage", discountPercentage }) as const;
  const createdAt = new Date(now.getTime() - 290 * 86_400_000);
  const codes: (typeof discountCodes.$inferInsert)[] = [
    percentage("WELCOME10", usedTerms.WELCOME10.percentage),
    {
      code: "FIVEOFF",
      discountType: "fixed_amount",
      discountAmountMinor: usedTerms.FIVEOFF.amountMinor,
      discountCurrency: usedTerms.FIVEOFF.currency,
    },
    { ...percentage("ONCE50", 50), isOneTimeUse: true },
    percentage("FREE100", 100),
    { ...percentage("OLD20", 20), isActive: false },
  ];
  await tx.insert(discountCodes).values(codes.map((code) => ({ ...code, createdAt })));
}
