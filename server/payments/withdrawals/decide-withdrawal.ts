import type { Transaction } from "@db/client";
import { withdrawalRequests } from "@db/schema";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { audit } from "../../core/record-audit";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { formatAmount } from "../../core/money";
import { inTransaction } from "../../core/transaction";
import { lockPaid } from "../lock";
import { payableOf } from "../payable";
import { refundUnused } from "../refund-unused";
import type { Contract } from "./contract";
import { lockRequest } from "./lock";
import { mailDeclined, type WithdrawalRequest } from "./mails";
import type { declinedWithdrawal, refundedWithdrawal } from "./schemas";

type RefundedAmounts = { byCard: string | null; byHand: string | null };

/**
 * Refunds what is left of a contract, as any refund, and ends the request. The same contract again changes nothing.
 * Throws not_found, closed (decided otherwise, exempt, nothing paid), busy.
 */
export async function refundWithdrawal(
  ctx: MemberContext,
  { id, kind, contractId }: z.infer<typeof refundedWithdrawal>,
): Promise<RefundedAmounts> {
  return inTransaction(ctx, async (tx) => {
    const [sought] = await ctx.hooks.contracts[kind].find(tx, { id: contractId });
    if (!sought) throw new DomainError("not_found", "Contract not found");
    const payable = payableOf(ctx, sought);
    const locked = await payable.lock(tx, contractId);
    if (!locked) throw new DomainError("not_found", "Contract not found");
    const request = await lockRequest(tx, id);
    if (request.status === "refunded" && request.contractId === contractId) return nothingMore;
    requireOpen(request);
    if (sought.isExempt) throw new DomainError("closed", "No one may withdraw from it. Cancel it among the orders.");
    const owed = await refundRest(tx, ctx, sought, locked);
    const decided = { status: "refunded" as const, decidedAt: ctx.clock.now(), contractKind: kind, contractId };
    await tx.update(withdrawalRequests).set(decided).where(eq(withdrawalRequests.id, id));
    const amounts = owed.map(({ refund }) => formatAmount(refund));
    await audit(tx, ctx, "withdrawal.refunded", id, { contract: sought.title, amount: amounts.join(" and ") });
    return printRefunds(owed);
  });
}

const nothingMore: RefundedAmounts = { byCard: null, byHand: null };

type OwedRefunds = Awaited<ReturnType<typeof refundUnused>>;

/** What has been refunded otherwise needs no second refund. */
async function refundRest(
  tx: Transaction,
  ctx: MemberContext,
  contract: Contract,
  locked: object,
): Promise<OwedRefunds> {
  const owed = await refundUnused(tx, ctx, { ...contract, locked });
  if (owed.length > 0) return owed;
  const paid = await lockPaid(tx, contract);
  if (paid.some(({ returnedMinor, returningMinor }) => returnedMinor + returningMinor > 0)) return [];
  throw new DomainError("closed", "Nothing was paid for it, or all of it is used, so there is nothing to refund.");
}

function printRefunds(owed: OwedRefunds): RefundedAmounts {
  const amountsOf = (by: "stripe" | "outside") =>
    owed
      .filter(({ provider }) => provider === by)
      .map(({ refund }) => formatAmount(refund))
      .join(" and ") || null;
  return { byCard: amountsOf("stripe"), byHand: amountsOf("outside") };
}

/** Tells the customer why. The same decision again changes nothing. Throws not_found, closed (refunded), busy. */
export async function declineWithdrawal(
  ctx: MemberContext,
  { id, reason }: z.infer<typeof declinedWithdrawal>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const request = await lockRequest(tx, id);
    if (request.status === "declined") return;
    requireOpen(request);
    const decided = { status: "declined" as const, decidedAt: ctx.clock.now(), declineReason: reason };
    await tx.update(withdrawalRequests).set(decided).where(eq(withdrawalRequests.id, id));
    await mailDeclined(tx, ctx, request, reason);
    await audit(tx, ctx, "withdrawal.declined", id, {}, reason);
  });
}

function requireOpen({ status }: WithdrawalRequest): void {
  if (status !== "received") throw new DomainError("closed", `This withdrawal has been ${status} already.`);
}
