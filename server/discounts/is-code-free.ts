import type { Transaction } from "@db/client";
import type { Booking } from "@db/schema";
import { hasUsesLeft } from "./assert-usable";
import { lockCode } from "./lock-code";

/**
 * Whether a cancelled booking that is to live again still has its discount: false when other live bookings have used
 * its code meanwhile as often as it may be used. To be asked after the session's row has been locked and before the
 * booking's; holds the code's row lock until the transaction ends.
 */
export async function isCodeFreeFor(
  tx: Transaction,
  booking: Pick<Booking, "id" | "appliedDiscountCode">,
): Promise<boolean> {
  if (booking.appliedDiscountCode === null) return true;
  const code = await lockCode(tx, booking.appliedDiscountCode);
  // What was agreed with a code that has been deleted since stays agreed.
  return code === null || hasUsesLeft(tx, code, booking.id);
}
