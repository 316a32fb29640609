import type { GiftCard } from "@db/schema";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { normalCode, printCode } from "./code";
import { describeCardBalance, nameOfCard, stateOfCard } from "./describe-card";
import { findCards, unusableCode } from "./pay-by-card";
import { type NamedPass, readNamedPass } from "./given-pass";

/** What the holder of a code is told. */
type CardBalance = {
  name: string;
  code: string;
  pass: NamedPass | null;
  balance: string;
  words: string[];
  giver: string;
};

const isUsable = (card: GiftCard, leftMinor: number, now: Date): boolean =>
  stateOfCard(card, leftMinor, now) === "usable";

/** Tells what is left on a gift card to those who have its code. Throws not_found for a wrong one and for an empty card alike, rate_limited. */
export async function readBalanceOf(ctx: Context, { giftCode }: { giftCode: string }): Promise<CardBalance> {
  const code = normalCode(giftCode);
  const [{ card, leftMinor } = { card: null, leftMinor: 0 }] = await findCards(ctx, [code], isUsable);
  if (!card || !isUsable(card, leftMinor, ctx.clock.now())) {
    throw new DomainError("not_found", unusableCode, { field: "giftCode" });
  }
  return {
    name: nameOfCard(card),
    code: printCode(code),
    pass: await readNamedPass(ctx.db, card),
    balance: describeCardBalance(card, { leftMinor, timeZone: ctx.settings.siteTimeZone }),
    words: card.words?.split(/\n+/).filter(Boolean) ?? [],
    giver: card.giverName,
  };
}
