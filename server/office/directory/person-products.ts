import { giftCards, passes, purchases } from "@db/schema";
import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { readBalances } from "../../catalogue/passes/balance";
import { describeBalance } from "../../catalogue/passes/describe-pass";
import { type HeldState, heldStateOf } from "../../catalogue/passes/held-state";
import { type Person, wherePurchasesOf } from "./person-records";
import type { CardState } from "../../catalogue/gift-cards/describe-card";
import { listCardsWhere } from "../../catalogue/gift-cards/sold-cards";

type PersonPass = { id: string; title: string; balance: string; state: HeldState };

/** Lists the passes of a person, the newest first. */
export async function listPassesOf({ db, clock, settings }: Context, person: Person): Promise<PersonPass[]> {
  const rows = await db
    .select({ pass: passes })
    .from(passes)
    .innerJoin(purchases, eq(purchases.id, passes.purchaseId))
    .where(and(isNull(purchases.archivedAt), wherePurchasesOf([person])))
    .orderBy(desc(passes.createdAt), desc(passes.id));
  const balances = await readBalances(
    db,
    rows.map(({ pass }) => pass.id),
  );
  return rows.map(({ pass }) => {
    const left = balances.get(pass.id) ?? 0;
    return {
      id: pass.id,
      title: pass.title,
      balance: describeBalance(pass, { left, timeZone: settings.siteTimeZone }),
      state: heldStateOf(pass, left, clock.now()),
    };
  });
}

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
