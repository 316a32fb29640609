import type { Transaction } from "@db/client";
import type { Account, Membership } from "@db/schema";
import type { Context } from "../../../core/context";
import { recordOutsidePayment } from "../../../payments/outside-payments";
import { insertPurchase, paidElsewhere } from "../../purchases/insert-purchase";
import { addPeriod } from "./change-membership";

type OutsidePeriod = {
  startsAt: Date;
  endsAt: Date;
  /** What the member has paid to the instructor; null or 0 for a period that is in no book of ours. */
  paidMinor: number | null;
  formKey: string;
};

/**
 * Adds a period that was paid elsewhere to a locked membership. With an amount, it is a purchase with a payment outside
 * Stripe, which receipts, refunds and the ledger know; it is mailed with the membership.
 */
export async function addOutsidePeriod(
  tx: Transaction,
  ctx: Context,
  { membership, account }: { membership: Membership; account: Account },
  { paidMinor, formKey, ...span }: OutsidePeriod,
): Promise<Membership> {
  const reference = `outside:${formKey}`;
  if (!paidMinor) return addPeriod(tx, ctx, membership, { ...span, kind: "elsewhere", reference });
  const now = ctx.clock.now();
  const { currency } = membership;
  const plan = { id: membership.productId, kind: "membership", title: membership.title } as const;
  const purchase = await insertPurchase(tx, plan, {
    ...paidElsewhere({ amountMinor: membership.priceMinor, currency }, paidMinor),
    userId: account.id,
    customerName: account.fullName,
    customerEmail: account.email,
    formKey,
    createdAt: now,
    completedAt: now,
  });
  await recordOutsidePayment(tx, { kind: "purchase", id: purchase.id }, { amountMinor: paidMinor, currency }, now);
  return addPeriod(tx, ctx, membership, { ...span, kind: "paid", reference, purchaseId: purchase.id });
}
