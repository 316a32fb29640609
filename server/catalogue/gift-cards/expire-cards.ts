import type { Transaction } from "@db/client";
import { type GiftCard, giftCardEntries, giftCards } from "@db/schema";
import { and, eq, exists, gt, isNull, lte, sql, sum } from "drizzle-orm";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { readGiftBalance } from "./balance";
import { lockGiftCards } from "./lock";

/** Writes off what was not used until the end of its card. Safe to repeat. */
export async function expireGiftCards(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const balance = db
    .select({ one: sql`1` })
    .from(giftCardEntries)
    .where(eq(giftCardEntries.cardId, giftCards.id))
    .having(gt(sum(giftCardEntries.amountMinor), "0"));
  const isDue = and(lte(giftCards.endsAt, clock.now()), isNull(giftCards.endedAt), exists(balance));
  const due = await db.select({ id: giftCards.id }).from(giftCards).where(isDue);
  for (const { id } of due) {
    await inTransaction(services, async (tx) => {
      const [card] = await lockGiftCards(tx, eq(giftCards.id, id));
      if (card) await expire(tx, services, card);
    }).catch((error: unknown) =>
      log.error({ err: error, cardId: id }, "gift card not expired; the next run tries again"),
    );
  }
}

/** Writes off what is left on a locked card if its end has passed. */
export async function expire(tx: Transaction, { clock }: Pick<Services, "clock">, card: GiftCard): Promise<GiftCard> {
  const createdAt = clock.now();
  if (!card.endsAt || card.endsAt > createdAt || card.endedAt) return card;
  const left = await readGiftBalance(tx, card);
  if (left > 0) {
    await tx.insert(giftCardEntries).values({ cardId: card.id, kind: "expired", amountMinor: -left, createdAt });
  }
  return card;
}
