import type { Transaction } from "@db/client";
import type { Booking } from "../bookings/transitions";
import { countUses } from "./count-uses";
import { lockCode } from "./lock-code";

/**
 * Whether a cancelled booking that is to live again still has its discount: false when it used a one-time code that
 * another live booking has used meanwhile. To be asked after the session's row has been locked and before the
 * booking's; holds the code's row lock until the transaction ends.
 */
export async function isCodeFreeFor(
  tx: Transaction,
  booking: Pick<Booking, "id" | "appliedDiscountCode">,
): Promise<boolean> {
  if (booking.appliedDiscountCode === null) return true;
  const code = await lockCode(tx, booking.appliedDiscountCode);
  // What was agreed with a code that has been deleted since stays agreed.
  if (!code?.isOneTimeUse) return true;
  return (await countUses(tx, code.code, booking.id)) === 0;
}
