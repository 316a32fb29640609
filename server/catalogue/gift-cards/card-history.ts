import type { Queryable } from "@db/client";
import { type GiftCard, giftCardEntries, liveSessions, payments, purchases, sessionBookings } from "@db/schema";
import { asc, eq, inArray, sql } from "drizzle-orm";
import { dayOf } from "../../core/dates";
import { formatAmount } from "../../core/money";

/** What happened to a card, oldest first: "Paid, £32.00: Evening Wind-Down". */
export type CardHistory = { on: string; text: string }[];

const texts = {
  issued: "Bought",
  taken: "Paid",
  returned: "Given back",
  expired: "Not used in time",
  adjusted: "Corrected",
  refunded: "Refunded",
};

/** Reads what happened to cards, with what they paid for. */
export async function readCardHistories(
  db: Queryable,
  cards: Pick<GiftCard, "id" | "currency">[],
  timeZone: string,
): Promise<Map<string, CardHistory>> {
  const histories = new Map<string, CardHistory>();
  if (cards.length === 0) return histories;
  const rows = await db
    .select({
      entry: giftCardEntries,
      item: sql<string | null>`coalesce(${liveSessions.title}, ${purchases.productTitle})`,
    })
    .from(giftCardEntries)
    .leftJoin(payments, eq(payments.id, giftCardEntries.paymentId))
    .leftJoin(sessionBookings, eq(sessionBookings.id, payments.bookingId))
    .leftJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .leftJoin(purchases, eq(purchases.id, payments.purchaseId))
    .where(
      inArray(
        giftCardEntries.cardId,
        cards.map(({ id }) => id),
      ),
    )
    .orderBy(asc(giftCardEntries.createdAt), asc(giftCardEntries.id));
  const currencyOf = new Map(cards.map(({ id, currency }) => [id, currency]));
  for (const { entry, item } of rows) {
    const sign = entry.kind === "adjusted" && entry.amountMinor < 0 ? "-" : "";
    const isBack = entry.kind === "refunded" && entry.amountMinor > 0;
    const currency = currencyOf.get(entry.cardId) ?? "GBP";
    const amount = formatAmount({ amountMinor: Math.abs(entry.amountMinor), currency });
    const about = [item, entry.reason].filter(Boolean).map((text) => `: ${text}`);
    const line = {
      on: dayOf(entry.createdAt, timeZone),
      text: `${isBack ? "Refund came back" : texts[entry.kind]}, ${sign}${amount}${about.join("")}`,
    };
    histories.set(entry.cardId, [...(histories.get(entry.cardId) ?? []), line]);
  }
  return histories;
}
