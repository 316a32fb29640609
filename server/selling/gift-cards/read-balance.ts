import { giftCards } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { readGiftBalance } from "./balance";
import { normalCode, printCode } from "./code";
import { describeCardBalance, nameOfCard, stateOfCard } from "./describe-card";
import { findCards, unusableCode } from "./find-cards";

const none = "00000000-0000-0000-0000-000000000000";

/** What the holder of a code is told. */
type CardBalance = { name: string; code: string; balance: string; words: string[]; giver: string };

/** Tells what is left on a gift card to whoever has its code. Throws not_found for a wrong one and for an empty card alike, rate_limited. */
export async function readBalanceOf(ctx: Context, { giftCode }: { giftCode: string }): Promise<CardBalance> {
  const code = normalCode(giftCode);
  const [found] = await findCards(ctx, [code]);
  // The same queries for a wrong code, so that its answer takes as long.
  const id = found?.cardId ?? none;
  const [card] = await ctx.db.select().from(giftCards).where(eq(giftCards.id, id));
  const leftMinor = await readGiftBalance(ctx.db, { id });
  if (!card || stateOfCard(card, leftMinor, ctx.clock.now()) !== "usable") {
    throw new DomainError("not_found", unusableCode, { field: "giftCode" });
  }
  return {
    name: nameOfCard(card),
    code: printCode(code),
    balance: describeCardBalance(card, { leftMinor, timeZone: ctx.settings.siteTimeZone }),
    words: card.words?.split(/\n+/).filter(Boolean) ?? [],
    giver: card.giverName,
  };
}
