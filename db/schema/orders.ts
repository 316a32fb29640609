import { boolean, integer, pgView, text, uuid } from "drizzle-orm/pg-core";
import { bookingPaymentStatus } from "./bookings";
import { currency, instant } from "./columns";
import type { PayableKind } from "./payments";

export const orderTabs = ["sessions", "recordings"] as const;

/** Everything that is sold: each kind is a part of the view's union, and is listed, found and counted by that alone. */
export const orders = pgView("orders", {
  kind: text().$type<PayableKind>().notNull(),
  tab: text({ enum: orderTabs }).notNull(),
  id: uuid().notNull(),
  userId: uuid(),
  customerName: text().notNull(),
  customerEmail: text().notNull(),
  /** The name by which orders are put in order. */
  sortName: text().notNull(),
  /** The customer's name and address. */
  searchText: text().notNull(),
  /** The session that it is a place in. */
  sessionId: uuid(),
  /** The titles by which it is found, unless it has those of a session. The only column that no index keeps. */
  titles: text().notNull(),
  status: bookingPaymentStatus().notNull(),
  /** Whether it is not paid yet, but booked all the same. */
  isPaidOnSite: boolean().notNull(),
  totalMinor: integer().notNull(),
  currency: currency().notNull(),
  createdAt: instant().notNull(),
  archivedAt: instant(),
}).existing();
