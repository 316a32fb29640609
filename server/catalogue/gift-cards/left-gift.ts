import { giftCards, purchases } from "@db/schema";
import { and, desc, eq, inArray, isNull, or } from "drizzle-orm";
import { DateTime } from "luxon";
import type { Context } from "../../core/context";
import { inputValueOf } from "../../platform/money/convert-price";

/** What a buyer had filled in before they left the payment page. */
export type LeftGift = {
  amount: string;
  to: "me" | "other";
  recipientName: string;
  recipientEmail: string;
  words: string;
  sendOn: string;
  /** Of a guest; null for a member. */
  contact: { firstName: string; lastName: string; email: string } | null;
};

/** Finds the gift that this visitor began to buy last and has not paid; null without one. */
export async function findLeftGift(
  { db, user, visitor }: Context,
  { id: productId }: { id: string },
): Promise<LeftGift | null> {
  const isTheirs = user
    ? eq(purchases.userId, user.id)
    : and(isNull(purchases.userId), inArray(purchases.id, visitor.browserPasses));
  const [left] = await db
    .select({ card: giftCards, purchase: purchases })
    .from(giftCards)
    .innerJoin(purchases, eq(purchases.id, giftCards.purchaseId))
    .where(
      and(
        eq(giftCards.productId, productId),
        isNull(giftCards.issuedAt),
        isTheirs,
        or(eq(purchases.status, "cancelled"), eq(purchases.status, "pending")),
      ),
    )
    .orderBy(desc(giftCards.createdAt))
    .limit(1);
  if (!left) return null;
  const { card, purchase } = left;
  const [firstName = "", ...others] = purchase.customerName.split(" ");
  return {
    amount: inputValueOf(card.amountMinor),
    to: card.recipientEmail === null ? "me" : "other",
    recipientName: card.recipientName ?? "",
    recipientEmail: card.recipientEmail ?? "",
    words: card.words ?? "",
    sendOn: card.sendAt ? (DateTime.fromJSDate(card.sendAt, { zone: card.timeZone }).toISODate() ?? "") : "",
    contact: user ? null : { firstName, lastName: others.join(" "), email: purchase.customerEmail },
  };
}
