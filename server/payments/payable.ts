import type { SessionFacts } from "@emails/parts/props";
import type { Queryable, Transaction } from "@db/client";
import type { PayableKind } from "@db/schema";
import type { Context, MemberContext } from "../core/context";
import type { Currency } from "../core/money";
import type { Services } from "../core/services";
import type { LedgerSource } from "./ledger/ledger-order";
import type { OwedRefund } from "./refunds";
import type { ProductKind } from "../catalogue/products/kinds/kind";
import type { Payment, Refund } from "./paid-payments";
import type { Order, PayableWords } from "./payable-order";
import type { PayableRef } from "./payable-ref";
import type { StatusByHand, StatusOutcome } from "./schemas";

/** Decides what money means for one kind of orders, and says what it is. Payments never look into `LockedOrder`. */
export type Payable<LockedOrder extends object = object> = {
  words: PayableWords;
  ledger: LedgerSource;
  readOrders(db: Queryable, ids: string[]): Promise<Order[]>;
  /** Returns what an invoice says of it, from what was stored as it was sold. */
  readSold(db: Queryable, services: Pick<Services, "settings">, id: string): Promise<SoldOrder | null>;
  setStatus(ctx: MemberContext, id: string, change: StatusByHand): Promise<StatusOutcome>;
  read(db: Queryable, id: string): Promise<PayableState | null>;
  /** Returns whether this browser, or the visitor's account, has begun it. The id alone proves nothing: addresses have it. */
  isBegunBy(ctx: Pick<Context, "db" | "user" | "visitor">, id: string): Promise<boolean>;
  /** Locks it in the general lock order; its payments are locked afterwards. */
  lock(tx: Transaction, id: string): Promise<LockedOrder | null>;
  listOverdue?(db: Queryable, query: { before: Date; limit: number }): Promise<{ id: string }[]>;
  stateOf(locked: LockedOrder): PayableState;
  factsOf(services: Services, locked: LockedOrder): PayableFacts;
  /** `returned`: it can't be given, both sides were told, and the payment is refunded. */
  onPaid(tx: Transaction, services: Services, locked: LockedOrder, payment: Payment): Promise<"kept" | "returned">;
  /** Mails both sides if the customer completed a checkout without paying. */
  onUnpaid(tx: Transaction, services: Services, locked: LockedOrder, unpaid: UnpaidOutcome): Promise<void>;
  onRefunded(tx: Transaction, services: Services, locked: LockedOrder, refunded: RefundFacts): Promise<void>;
  releasePlace?(tx: Transaction, services: Services, locked: LockedOrder, owed: OwedRefund[]): Promise<void>;
  /** Returns the part that is not used of what is used up bit by bit; null for everything else. */
  readUnused?(db: Queryable, services: Pick<Services, "clock" | "hooks">, id: string): Promise<UnusedPart | null>;
  /**
   * Takes back what is not used, as it is refunded; with a refund of a part, tells the customer what ends. Returns what
   * has ended, as a sentence without its full stop; null if nothing has.
   */
  takeBack?(
    tx: Transaction,
    services: Services,
    locked: LockedOrder,
    part: OwedRefund[] | null,
  ): Promise<string | null>;
  /** A bank has taken a payment back for the time being, or has returned it. */
  onDisputed?(tx: Transaction, services: Services, locked: LockedOrder, isHeldByBank: boolean): Promise<void>;
};

/** `text` says what is not used; the amount is its part of the price. */
export type UnusedPart = { amountMinor: number; text: string };

/** The amounts of the lines, which include tax, add up to the total. */
export type SoldOrder = {
  customer: string;
  /** The account that has it; null for guests. */
  userId: string | null;
  soldAs: ProductKind | "session";
  currency: Currency;
  lines: { text: string; note: string; quantity: number; amountMinor: number }[];
};

type PayableState = {
  status: string;
  isPending: boolean;
  holdUntil: Date | null;
  isReleased: boolean;
};

type PayableFacts = PayableRef & {
  customer: { name: string; email: string };
  firstName: string;
  item: string;
  /** What it is called in a sentence; undefined for a place in a session. */
  noun?: string;
  session: SessionFacts | null;
};

export type UnpaidOutcome = {
  outcome: "failed" | "cancelled";
  /** Its checkout was completed without paying: the money may still come days later. */
  completedPaymentId: string | null;
  /** No payment page was opened for it, so that the form is to be sent again. */
  isPageMissing?: boolean;
};

export type RefundFacts = {
  payment: Payment;
  refund: Refund;
  isInFull: boolean;
};

declare module "../core/services" {
  interface Hooks {
    payables: Record<PayableKind, Payable>;
  }
}

export const payableOf = ({ hooks }: Pick<Services, "hooks">, { kind }: Pick<PayableRef, "kind">): Payable =>
  hooks.payables[kind];

export const readPayable = (
  services: Pick<Services, "db" | "hooks">,
  cause: PayableRef,
): Promise<PayableState | null> => payableOf(services, cause).read(services.db, cause.id);
