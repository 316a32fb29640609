import { setBookingStatus } from "../bookings/set-booking-status";
import { setPurchaseStatus } from "../recordings/purchases/set-purchase-status";
import type { MemberContext } from "../core/context";
import type { StatusOutcome } from "../payments/schemas";
import type { StatusChange } from "./schemas";

/** Gives an order another status by hand. Throws as the two verbs do. */
export function setStatus(ctx: MemberContext, { kind, id, ...change }: StatusChange): Promise<StatusOutcome> {
  if (kind === "booking") return setBookingStatus(ctx, { ...change, bookingId: id });
  return setPurchaseStatus(ctx, { ...change, purchaseId: id });
}
