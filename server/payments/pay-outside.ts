import type { Transaction } from "@db/client";
import { payments } from "@db/schema";
import type { Money } from "../money/money";
import type { Cause } from "./paid-payments";

/** Writes down that something was paid outside Stripe, as the instructor says: giving it back is hers, too. */
export async function payOutside(
  tx: Transaction,
  cause: Cause,
  { amountMinor, currency }: Money,
  now: Date,
): Promise<void> {
  const paid = { provider: "outside", state: "paid", amountMinor, currency, createdAt: now, paidAt: now } as const;
  await tx.insert(payments).values({ ...cause, ...paid });
}
