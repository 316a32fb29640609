import type { SessionFacts } from "@emails/parts/props";
import type { Queryable, Transaction } from "@db/client";
import type { Services } from "../../core/services";
import type { OwedRefund } from "./refunds";
import type { PayableRef, Payment, Refund } from "./paid-payments";

/** Decides what money means for a booking or a purchase. Payments never look into `Locked`. */
export type Payable<Locked extends object = object> = {
  read(db: Queryable, id: string): Promise<PayableState | null>;
  /** Locks it in the general lock order; its payments are locked afterwards. */
  lock(tx: Transaction, id: string): Promise<Locked | null>;
  listOverdue?(db: Queryable, asked: { before: Date; limit: number }): Promise<{ id: string }[]>;
  stateOf(locked: Locked): PayableState;
  factsOf(services: Services, locked: Locked): PayableFacts;
  /** `returned`: it can't be given, both sides were told, and the payment is refunded. */
  onPaid(tx: Transaction, services: Services, locked: Locked, payment: Payment): Promise<"kept" | "returned">;
  /** Mails both sides if the customer completed a checkout without paying. */
  onUnpaid(tx: Transaction, services: Services, locked: Locked, unpaid: Unpaid): Promise<void>;
  onRefunded(tx: Transaction, services: Services, locked: Locked, refunded: Refunded): Promise<void>;
  releasePlace?(tx: Transaction, services: Services, locked: Locked, owed: OwedRefund[]): Promise<void>;
};

type PayableState = {
  status: string;
  isPending: boolean;
  holdUntil: Date | null;
  isReleased: boolean;
};

type PayableFacts = {
  kind: "booking" | "purchase";
  id: string;
  customer: { name: string; email: string };
  firstName: string;
  item: string;
  session: SessionFacts | null;
};

export type Unpaid = {
  outcome: "failed" | "cancelled";
  /** Its checkout was completed without paying: the money may still come days later. */
  completedPaymentId: string | null;
};

export type Refunded = {
  payment: Payment;
  refund: Refund;
  isInFull: boolean;
};

type Payables = { booking: Payable; purchase: Payable };

declare module "../../core/services" {
  interface Hooks {
    payables: Payables;
  }
}

export function payableOf({ hooks }: Pick<Services, "hooks">, cause: PayableRef): { payable: Payable; id: string } {
  const { booking, purchase } = hooks.payables;
  return "bookingId" in cause ? { payable: booking, id: cause.bookingId } : { payable: purchase, id: cause.purchaseId };
}

export function readPayable(services: Pick<Services, "db" | "hooks">, cause: PayableRef): Promise<PayableState | null> {
  const { payable, id } = payableOf(services, cause);
  return payable.read(services.db, id);
}
