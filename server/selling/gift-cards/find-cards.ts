import type { Queryable } from "@db/client";
import { giftCards } from "@db/schema";
import { inArray } from "drizzle-orm";
import type { Context } from "../../core/context";
import { countAttempt, networkOf, uncountAttempt } from "../../core/rate-limits";
import { hashCode } from "./code";

/** What is said of a code that is wrong, and of a card on which nothing is left: the same, so that nobody learns which. */
export const unusableCode = "This code is not that of a gift card that can pay. Please check it.";

/** A code as a form holds it, and the card that has it; null for a wrong one. */
export type FoundCode = { code: string; cardId: string | null };

const rule = "gift card from address";

/** Finds the cards that codes belong to, with one query. Wrong codes are counted. Throws rate_limited, busy. */
export async function findCards(ctx: Context, codes: string[], db: Queryable = ctx.db): Promise<FoundCode[]> {
  if (codes.length === 0) return [];
  const network = networkOf(ctx.visitor.address);
  // Counted before the look, so that concurrent guesses can't exceed the limit.
  await countAttempt(ctx, rule, network);
  const hashes = codes.map(hashCode);
  const rows = await db
    .select({ id: giftCards.id, codeHash: giftCards.codeHash })
    .from(giftCards)
    .where(inArray(giftCards.codeHash, hashes));
  const found = codes.map((code, index) => ({
    code,
    cardId: rows.find(({ codeHash }) => codeHash === hashes[index])?.id ?? null,
  }));
  if (found.every(({ cardId }) => cardId !== null)) await uncountAttempt(ctx, rule, network);
  return found;
}
