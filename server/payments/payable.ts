import type { SessionFacts } from "@emails/parts/props";
import type { Queryable, Transaction } from "@db/client";
import type { Services } from "../core/services";
import type { OwedRefund } from "./refunds";
import type { Cause, Payment, Refund } from "./paid-payments";

/**
 * What can be paid for: bookings and purchases each provide one. Everything that happens to money happens in
 * payments/; what it means for a place or a collection is decided behind this port. `Locked` is the booking or the
 * purchase with all that it depends on, locked, and is looked into by its own port only.
 */
export type Payable<Locked extends object = object> = {
  /** Reads how it stands, without a lock. Returns null if there is none. */
  read(db: Queryable, id: string): Promise<PayableState | null>;
  /** Locks it, in the order of all locks; its payments are locked afterwards. Returns null if there is none. */
  lock(tx: Transaction, id: string): Promise<Locked | null>;
  /** Lists at most `limit` that are pending although they were held only until `before`, and that no open payment leads to. */
  listOverdue?(db: Queryable, asked: { before: Date; limit: number }): Promise<{ id: string }[]>;
  stateOf(locked: Locked): PayableState;
  factsOf(services: Services, locked: Locked): PayableFacts;
  /** Gives what has just been paid for. `returned`: it can't be given, both sides are told, and the payment goes back. */
  onPaid(tx: Transaction, services: Services, locked: Locked, payment: Payment): Promise<"kept" | "returned">;
  /** Gives up what is pending; both sides are told if the customer completed a payment page. */
  onUnpaid(tx: Transaction, services: Services, locked: Locked, unpaid: Unpaid): Promise<void>;
  /** Follows a refund that has succeeded or failed, and tells both sides. */
  onRefunded(tx: Transaction, services: Services, locked: Locked, refunded: Refunded): Promise<void>;
  /** Gives the place back, all of whose money the instructor is refunding. Absent where there is no place. */
  releasePlace?(tx: Transaction, services: Services, locked: Locked, owed: OwedRefund[]): Promise<void>;
};

type PayableState = {
  /** Both statuses of a booking, or the one of a purchase. */
  status: string;
  /** It waits for its payment, until `holdUntil`. */
  isPending: boolean;
  holdUntil: Date | null;
  /** It has failed or was cancelled. */
  isGivenUp: boolean;
};

/** What mails say of it, whatever it is. */
type PayableFacts = {
  kind: "booking" | "purchase";
  id: string;
  customer: { name: string; email: string };
  firstName: string;
  item: string;
  /** Its time in the site's zone; null where there is no session. */
  session: SessionFacts | null;
};

export type Unpaid = {
  outcome: "failed" | "cancelled";
  /** The payment whose page was completed without paying: the money may still come, days later. */
  completedPaymentId: string | null;
};

export type Refunded = {
  payment: Payment;
  refund: Refund;
  /** Whether all that was ever paid for it has gone back by now. */
  isInFull: boolean;
};

type Payables = { booking: Payable; purchase: Payable };

declare module "../core/services" {
  interface Hooks {
    payables: Payables;
  }
}

/** Returns the port of what is paid for, and its id there. */
export function payableOf({ hooks }: Pick<Services, "hooks">, cause: Cause): { payable: Payable; id: string } {
  const { booking, purchase } = hooks.payables;
  return "bookingId" in cause ? { payable: booking, id: cause.bookingId } : { payable: purchase, id: cause.purchaseId };
}

/** Reads how what is paid for stands. Returns null if there is none. */
export function readPayable(services: Pick<Services, "db" | "hooks">, cause: Cause): Promise<PayableState | null> {
  const { payable, id } = payableOf(services, cause);
  return payable.read(services.db, id);
}
