import type { Transaction } from "@db/client";
import type { Services } from "../../core/services";
import type { UnpaidOutcome } from "../payments/payable";
import type { Purchase } from "./transitions";

/** The booking that is made with the purchase of a pass and waits for it. */
type WaitingBookings = {
  /** Books with the pass of a locked purchase, which is paid. Returns why it could not; null otherwise, and without a booking. */
  book(tx: Transaction, services: Services, purchase: Purchase): Promise<LostPlace | null>;
  /** Gives up the place that was held for a locked purchase. Returns the session's title; null if none was held. */
  release(tx: Transaction, services: Services, purchase: Purchase, unpaid: UnpaidOutcome): Promise<string | null>;
};

/** A place that could not be booked with the pass that was bought for it: its session, and a sentence that says why. */
export type LostPlace = { session: string; why: string };

declare module "../../core/services" {
  interface Hooks {
    waitingBookings: WaitingBookings;
  }
}

/** Books the place that was held for a locked purchase, once it is paid or given. */
export const bookWaiting = async (tx: Transaction, services: Services, purchase: Purchase): Promise<LostPlace | null> =>
  purchase.productKind === "pass" ? services.hooks.waitingBookings.book(tx, services, purchase) : null;

/** Gives up the place that was held for a locked purchase, which is not paid. */
export const releaseWaiting = async (
  tx: Transaction,
  services: Services,
  purchase: Purchase,
  unpaid: UnpaidOutcome = { outcome: "cancelled", completedPaymentId: null },
): Promise<string | null> =>
  purchase.productKind === "pass" ? services.hooks.waitingBookings.release(tx, services, purchase, unpaid) : null;
