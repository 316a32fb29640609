import { giftCards, purchases } from "@db/schema";
import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import type { CardState } from "../../catalogue/gift-cards/describe-card";
import { listCardsWhere } from "../../catalogue/gift-cards/sold-cards";
import { type Person, wherePurchasesOf } from "./person-records";

type PersonCard = { id: string; name: string; balance: string; state: CardState; isGiver: boolean };

/** Lists the gift cards that a person has bought, and those that went to their address, the newest first. */
export async function listGiftCardsOf(ctx: Context, person: Person): Promise<PersonCard[]> {
  const isBought = wherePurchasesOf([person]);
  const isGot = person.address === null ? undefined : eq(sql`lower(${giftCards.recipientEmail})`, person.address);
  const cards = await listCardsWhere(ctx, and(isNull(purchases.archivedAt), or(isBought, isGot)));
  const bought = await listCardsWhere(ctx, and(isNull(purchases.archivedAt), isBought));
  const own = new Set(bought.map(({ id }) => id));
  return cards.map(({ id, name, balance, state }) => ({ id, name, balance, state, isGiver: own.has(id) }));
}
