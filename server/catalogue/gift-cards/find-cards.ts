import { type GiftCard, giftCards } from "@db/schema";
import { inArray } from "drizzle-orm";
import type { Context } from "../../core/context";
import { countAttempt, networkOf, uncountAttempt } from "../../core/rate-limits";
import { readGiftBalances } from "./balance";
import { hashCode } from "./code";
import { canPay } from "./describe-card";

/** What is said of a code that is wrong, and of a card on which nothing is left: the same, so that neither can be told from the other. */
export const unusableCode = "This code is not that of a gift card that can pay. Please check it.";

/** A code as a form holds it, and the card that has it with what is left on it; null for a wrong one. */
export type FoundCode = { code: string; card: GiftCard | null; leftMinor: number };

type CardTest = (card: GiftCard, leftMinor: number, now: Date) => boolean;

const rule = "gift card from address";

/**
 * Finds the cards that codes belong to, in as many queries for a wrong code as for an empty card. Both are counted;
 * `isUsable` says what the others are. Throws rate_limited, busy.
 */
export async function findCards(ctx: Context, codes: string[], isUsable: CardTest = canPay): Promise<FoundCode[]> {
  const { db } = ctx;
  if (codes.length === 0) return [];
  const network = networkOf(ctx.visitor.address);
  // Counted before the look, so that concurrent guesses can't exceed the limit.
  await countAttempt(ctx, rule, network);
  const hashes = codes.map(hashCode);
  const rows = await db.select().from(giftCards).where(inArray(giftCards.codeHash, hashes));
  const balances = await readGiftBalances(db, orNone(rows.map(({ id }) => id)));
  const found = codes.map((code, index) => {
    const card = rows.find(({ codeHash }) => codeHash === hashes[index]) ?? null;
    return { code, card, leftMinor: (card && balances.get(card.id)) ?? 0 };
  });
  const now = ctx.clock.now();
  const isRight = ({ card, leftMinor }: FoundCode) => card !== null && isUsable(card, leftMinor, now);
  if (found.every(isRight)) await uncountAttempt(ctx, rule, network);
  return found;
}

/** Returns an id that no row has in place of none, so that a query without ids is a query all the same. */
export const orNone = (ids: string[]): string[] => (ids.length > 0 ? ids : ["00000000-0000-0000-0000-000000000000"]);
