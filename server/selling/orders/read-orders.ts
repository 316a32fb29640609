import { and, eq, inArray, or, sql } from "drizzle-orm";
import { present } from "../../core/errors";
import type { Queryable } from "@db/client";
import {
  type Booking,
  collectionPurchases,
  fraudWarnings,
  type LiveSession,
  liveSessions,
  payments,
  refunds,
  sessionBookings,
} from "@db/schema";
import { nounOf } from "../purchases/item";
import { purchaseStepsFor } from "../purchases/manage-purchases";
import type { Purchase } from "../purchases/transitions";
import { confirmedUntil } from "../../sessions/bookings/mail-booking";
import { stepsFor } from "../../sessions/bookings/set-booking-status";
import { purchasedItem } from "../payments/ledger/ledger-order";
import type { DiscountTerms } from "../money/quote";
import type { ProductKind } from "../../core/items";
import type { Currency } from "../../core/money";
import type { OrderKind, OrderRef, OrderStatus, Step } from "./schemas";

export type Order = {
  kind: OrderKind;
  id: string;
  createdAt: Date;
  customer: string;
  email: string;
  item: string;
  /** Of a booking. */
  sessionId: string | null;
  /** Until when a booking has a confirmation. */
  confirmedUntil: Date | null;
  /** Tickets that are not cancelled; 1 for a purchase. */
  quantity: number;
  product: ProductKind;
  listPriceMinor: number;
  totalMinor: number;
  currency: Currency;
  code: string | null;
  terms: DiscountTerms | null;
  status: OrderStatus;
  isEnded: boolean;
  isRefundWaived: boolean;
  /** Removed orders are shown while a refund is owed by hand. */
  isRemoved: boolean;
  /** The system that a booking was imported from, as in its import key. */
  importedFrom: string | null;
  state: string;
  steps: Step[];
};

export async function readOrders(db: Queryable, refs: OrderRef[]): Promise<Order[]> {
  const idsOf = (kind: OrderKind) => refs.filter((ref) => ref.kind === kind).map(({ id }) => id);
  const [bookings, purchases] = await Promise.all([
    db
      .select({ booking: sessionBookings, session: liveSessions })
      .from(sessionBookings)
      .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
      .where(inArray(sessionBookings.id, idsOf("booking"))),
    db
      .select()
      .from(collectionPurchases)
      .where(inArray(collectionPurchases.id, idsOf("purchase"))),
  ]);
  const orders = new Map([...bookings.map(bookingOrder), ...purchases.map(purchaseOrder)].map((one) => [one.id, one]));
  return refs.flatMap(({ id }) => orders.get(id) ?? []);
}

function bookingOrder({ booking, session }: { booking: Booking; session: LiveSession }): Order {
  const { id, createdAt, listPriceMinor, totalMinor, currency, status, paymentStatus } = booking;
  return {
    kind: "booking",
    ...{ id, createdAt, listPriceMinor, totalMinor, currency },
    customer: `${booking.attendeeFirstName} ${booking.attendeeLastName}`,
    email: booking.attendeeEmail,
    item: session.title,
    sessionId: session.id,
    confirmedUntil: booking.archivedAt ? null : confirmedUntil({ booking, session }),
    quantity: booking.quantity,
    product: "session",
    code: booking.appliedDiscountCode,
    terms: booking.discountTerms,
    status: status === "confirmed" ? status : paymentStatus,
    isEnded: status === "cancelled" && paymentStatus === "paid",
    isRefundWaived: booking.refundWaivedAt !== null,
    isRemoved: booking.archivedAt !== null,
    importedFrom: booking.importKey?.split(":")[0] ?? null,
    state: `${status} ${paymentStatus}`,
    steps: booking.archivedAt ? [] : stepsFor(booking),
  };
}

function purchaseOrder(purchase: Purchase): Order {
  const { id, createdAt, listPriceMinor, totalMinor, currency, status } = purchase;
  return {
    kind: "purchase",
    ...{ id, createdAt, listPriceMinor, totalMinor, currency, status },
    customer: purchase.customerName,
    email: purchase.customerEmail,
    item: purchasedItem(purchase),
    sessionId: null,
    confirmedUntil: null,
    product: nounOf(purchase),
    quantity: 1,
    code: purchase.appliedDiscountCode,
    terms: purchase.discountTerms,
    isEnded: false,
    isRefundWaived: purchase.refundWaivedAt !== null,
    isRemoved: purchase.archivedAt !== null,
    importedFrom: null,
    state: status,
    steps: purchase.archivedAt ? [] : purchaseStepsFor(purchase),
  };
}

/** In minor units of the currency in which it was paid. */
export type OrderMoney = {
  currency: Currency;
  leftMinor: number;
  returnedMinor: number;
  returningMinor: number;
  byHandMinor: number;
  hasFraudWarning: boolean;
};

export async function readMoney(db: Queryable, refs: Pick<OrderRef, "id">[]): Promise<Map<string, OrderMoney>> {
  const ids = refs.map(({ id }) => id);
  const rows = await db
    .select({ payment: payments, refund: refunds, isSuspect })
    .from(payments)
    .leftJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(and(eq(payments.state, "paid"), or(inArray(payments.bookingId, ids), inArray(payments.purchaseId, ids))));
  const byOrder = new Map<string, OrderMoney>();
  const counted = new Set<string>();
  for (const { payment, refund, isSuspect: hasWarning } of rows) {
    const id = present(payment.bookingId ?? payment.purchaseId, "the order of a payment");
    const money = byOrder.get(id) ?? { ...nothing, currency: payment.currency };
    byOrder.set(id, money);
    money.hasFraudWarning ||= hasWarning;
    if (!counted.has(payment.id)) money.leftMinor += payment.amountMinor;
    counted.add(payment.id);
    if (!refund || refund.state === "failed") continue;
    money.leftMinor -= refund.amountMinor;
    if (refund.state === "succeeded") money.returnedMinor += refund.amountMinor;
    else if (payment.provider === "outside") money.byHandMinor += refund.amountMinor;
    else money.returningMinor += refund.amountMinor;
  }
  return byOrder;
}

const nothing = { leftMinor: 0, returnedMinor: 0, returningMinor: 0, byHandMinor: 0, hasFraudWarning: false };

const isSuspect = sql<boolean>`exists (select 1 from ${fraudWarnings} where ${fraudWarnings.paymentId} = ${payments.id})`;
