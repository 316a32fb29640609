import type { Booking, collectionPurchases } from "@db/schema";
import { attendeeOf, referenceOf } from "../../../platform/mail/templates";
import { type CollectionName, itemTitle } from "../../../core/items";
import type { Currency } from "../../../core/money";

export type Order = {
  id: string;
  kind: "booking" | "purchase";
  reference: string;
  customer: { name: string; email: string };
  item: string;
  status: string;
  isLive: boolean;
  /** The admin lets the customer keep it after a refund, or keeps the money without it. */
  isWaived: boolean;
  isHeld: boolean;
  countsAsPaid: boolean;
  totalMinor: number;
  currency: Currency;
  createdAt: Date;
};

export const orderOfBooking = ({ booking, title }: { booking: Booking; title: string }): Order => ({
  id: booking.id,
  kind: "booking",
  reference: referenceOf(booking),
  customer: attendeeOf(booking),
  item: title,
  status: booking.status,
  isLive: booking.status === "completed" || booking.status === "confirmed",
  isWaived: booking.status === "cancelled" ? booking.refundWaivedAt !== null : booking.paymentStatus === "refunded",
  isHeld: booking.status === "pending",
  countsAsPaid: booking.paymentStatus === "paid",
  totalMinor: booking.totalMinor,
  currency: booking.currency,
  createdAt: booking.createdAt,
});

type Purchase = typeof collectionPurchases.$inferSelect;

export const collectionItems: Record<CollectionName, string> = {
  birth: "Birth recordings",
  stress: "Stress and sleep recordings",
};

export const purchasedItem = (purchase: Purchase): string =>
  purchase.collection && purchase.collectionTitle === null ? collectionItems[purchase.collection] : itemTitle(purchase);

export const orderOfPurchase = (purchase: Purchase): Order => ({
  id: purchase.id,
  kind: "purchase",
  reference: purchase.id.slice(0, 8).toUpperCase(),
  customer: { name: purchase.customerName, email: purchase.customerEmail },
  item: purchasedItem(purchase),
  status: purchase.status,
  isLive: purchase.archivedAt === null && (purchase.status === "paid" || purchase.status === "free"),
  isWaived: purchase.refundWaivedAt !== null,
  isHeld: purchase.status === "pending",
  countsAsPaid: purchase.status === "paid",
  totalMinor: purchase.totalMinor,
  currency: purchase.currency,
  createdAt: purchase.createdAt,
});
