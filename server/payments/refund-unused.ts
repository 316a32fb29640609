import type { Transaction } from "@db/client";
import type { Services } from "../core/services";
import { lockPaid } from "./lock";
import { leftOf } from "./paid-payments";
import { type Payable, payableOf } from "./payable";
import type { PayableRef } from "./payable-ref";
import { type OwedRefund, refundAll, refundPart } from "./refunds";

type LockedRef = PayableRef & { locked: Parameters<NonNullable<Payable["takeBack"]>>[2] };

/** Refunds whatever is left of a locked order; of what is used up bit by bit, the part that is not used. */
export async function refundUnused(
  tx: Transaction,
  services: Services,
  { kind, id, locked }: LockedRef,
): Promise<OwedRefund[]> {
  const payable = payableOf(services, { kind });
  const unused = await payable.readUnused?.(tx, services, id);
  if (!unused) return refundAll(tx, { kind, id }, "admin");
  const left = (await lockPaid(tx, { kind, id })).reduce((sum, paid) => sum + leftOf(paid), 0);
  const owed = await refundPart(tx, { kind, id }, unused.amountMinor, "admin");
  await payable.takeBack?.(tx, services, locked, unused.amountMinor < left ? owed : null);
  return owed;
}
