import type { DiscountTerms } from "@db/schema";
import type { ProductKind } from "../catalogue/products/kinds/kind";
import type { Currency } from "../core/money";
import type { PayableRef } from "./payable-ref";
import type { OrderStatus, StepByHand } from "./schemas";

/** What the back office says of an order by its kind. */
export type PayableWords = {
  /** "Booking", as in "Booking of Hannah Okafor". */
  label: string;
  noun: string;
  /** The word for it in the name of the button that asks Stripe about it. */
  synced: string;
  /** It takes a place, which can be moved, is given back, and may be kept after a refund. */
  hasPlace: boolean;
};

/** An order as the admin's lists, files and pages read it, whatever its kind. */
export type Order = PayableRef & {
  createdAt: Date;
  customer: string;
  email: string;
  item: string;
  /** The session of a place. */
  sessionId: string | null;
  /** Until when a booking has a confirmation. */
  confirmedUntil: Date | null;
  /** Tickets that are not cancelled; 1 for what has none. */
  quantity: number;
  product: ProductKind | "session";
  listPriceMinor: number;
  totalMinor: number;
  /** The credits with which a pass pays for it, beside the total. */
  credits?: number | null;
  /** The name of that pass. */
  pass?: string | null;
  currency: Currency;
  /** The rates at which it was bought; null without any. */
  rates: string | null;
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
  steps: StepByHand[];
};
