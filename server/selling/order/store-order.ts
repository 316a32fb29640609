import type { Transaction } from "@db/client";
import type { Context } from "../../core/context";
import { minutesAfter } from "../../core/dates";
import type { Money } from "../../core/money";
import { type FoundCode, agreeOnCards } from "../../catalogue/gift-cards/pay-by-card";
import { holdMinutes, openPayment } from "../../payments/checkout";
import { openGiftParts } from "../../payments/gift-parts";
import type { PayableRef } from "../../payments/payable-ref";

/** How an order is stored: held until its payment is made, or done at once because nothing or only gift cards pay. */
type OrderState =
  | { status: "pending"; holdUntil: Date; completedAt: null }
  | { status: "paid" | "free"; holdUntil: null; completedAt: Date };

type AgreedOrder<Row> = {
  kind: PayableRef["kind"];
  /** What is to be paid with money. */
  total: Money;
  /** The key that the form carries, with that of the gift cards. */
  quote: string;
  /** None where no gift card may pay. */
  cards: FoundCode[];
  /** Stores the order and takes what it is for, before anything of it is paid or delivered. */
  store: (state: OrderState) => Promise<Row>;
  /** Gives what an order is for of which nothing is left to pay. */
  deliver: (row: Row) => Promise<void>;
};

/**
 * Stores an order at an agreed price: takes what gift cards pay, and opens the payment that is left to make or delivers at
 * once. Throws discount_refused, price_changed.
 */
export async function storeOrder<Row extends { id: string }>(
  tx: Transaction,
  ctx: Context,
  { kind, total, quote, cards, store, deliver }: AgreedOrder<Row>,
): Promise<Row> {
  const now = ctx.clock.now();
  const { parts, rest } = await agreeOnCards(tx, ctx, total, { found: cards, quote });
  const isDone = rest.amountMinor === 0;
  const holdUntil = minutesAfter(now, holdMinutes);
  const row = await store(
    isDone
      ? { status: parts.length > 0 ? "paid" : "free", holdUntil: null, completedAt: now }
      : { status: "pending", holdUntil, completedAt: null },
  );
  const cause = { kind, id: row.id };
  await openGiftParts(tx, ctx, cause, { parts, currency: total.currency, state: isDone ? "paid" : "open" });
  if (isDone) await deliver(row);
  else await openPayment(tx, cause, rest, holdUntil);
  return row;
}
