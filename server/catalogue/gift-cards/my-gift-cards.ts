import { type GiftCard, giftCards, purchases } from "@db/schema";
import { and, desc, eq, exists, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { longDay } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { formatPrice } from "../../core/money";
import { readGiftBalance, readGiftBalances } from "./balance";
import { readCode } from "./code";
import { type NamedPass, readNamedPass } from "./given-pass";
import { describeCardBalance, lastDayOfCard, nameOfCard, stateOfCard, type CardState } from "./describe-card";

/** A gift card as its giver sees it. What its recipient does with it is not shown. */
export type MyGiftCard = {
  id: string;
  name: string;
  amount: string;
  to: string;
  /** When it was or will be mailed, and where to. */
  mailed: string;
  state: CardState;
  isForOther: boolean;
};

/** Lists the gift cards that a member has bought, the newest first. */
export async function listMyGiftCards({ db, user, clock }: MemberContext): Promise<MyGiftCard[]> {
  const rows = await db
    .select()
    .from(giftCards)
    .where(isBoughtBy(user))
    .orderBy(desc(giftCards.createdAt), desc(giftCards.id));
  const balances = await readGiftBalances(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((card) => printOwn(card, stateOfCard(card, balances.get(card.id) ?? 0, clock.now())));
}

/** Selects the gift cards that a member has bought. */
export const isBoughtBy = (user: { id: string }) => and(eq(giftCards.userId, user.id), isNotNull(giftCards.issuedAt));

function printOwn(card: GiftCard, state: CardState): MyGiftCard {
  return {
    id: card.id,
    name: nameOfCard(card),
    amount: formatPrice(card),
    to: card.recipientName ?? card.recipientEmail ?? "you",
    mailed: whenMailed(card),
    state,
    isForOther: card.recipientEmail !== null,
  };
}

/** Says when a card was or will be mailed, in the giver's zone. */
export function whenMailed({ recipientEmail, sentAt, sendAt, timeZone }: GiftCard): string {
  const to = recipientEmail ?? "you";
  if (sentAt) return `Sent to ${to} on ${longDay(sentAt, timeZone)}`;
  return sendAt ? `Will be sent to ${to} on ${longDay(sendAt, timeZone)}, at 8 in the morning` : `On its way to ${to}`;
}

/** What is printed of a card. */
export type PrintedCard = MyGiftCard & {
  purchaseId: string;
  pass: NamedPass | null;
  code: string | null;
  giver: string;
  recipient: string | null;
  recipientEmail: string | null;
  words: string[];
  until: string | null;
  /** Only of a card that the giver has kept. */
  balance: string | null;
};

/** A card of someone who has bought it, and for a guest the key that was mailed. */
export type OwnCardRef = { id: string; key?: string | undefined };

/** Returns a card to be printed or sent again, to the member or the guest who has bought it. Throws not_found. */
export async function getMyGiftCard(ctx: Context, ref: OwnCardRef): Promise<PrintedCard> {
  const { db, clock, settings } = ctx;
  const card = await requireOwn(ctx, ref);
  const leftMinor = await readGiftBalance(db, card);
  const own = printOwn(card, stateOfCard(card, leftMinor, clock.now()));
  return {
    ...own,
    purchaseId: card.purchaseId,
    code: readCode(settings, card),
    pass: await readNamedPass(db, card),
    giver: card.giverName,
    recipient: card.recipientName,
    recipientEmail: card.recipientEmail,
    words: card.words?.split(/\n+/).filter(Boolean) ?? [],
    until: lastDayOfCard(card, settings.siteTimeZone),
    balance: own.isForOther ? null : describeCardBalance(card, { leftMinor, timeZone: settings.siteTimeZone }),
  };
}

/** Returns a card that was bought by the account, the browser or the holder of the key behind a request. Throws not_found. */
export async function requireOwn(ctx: Context, { id, key }: OwnCardRef): Promise<GiftCard> {
  const [card] = await ctx.db
    .select()
    .from(giftCards)
    .where(and(eq(giftCards.id, id), isNotNull(giftCards.issuedAt), whereOwn(ctx, key)));
  if (!card) throw new DomainError("not_found", "Gift card not found");
  return card;
}

/** Once an account has a card, neither the mailed link nor the browser that bought it opens it any more. */
function whereOwn({ db, user, visitor }: Context, key: string | undefined): SQL {
  const isKeyed = and(eq(purchases.id, giftCards.purchaseId), eq(purchases.manageKey, key ?? ""));
  const isByGuest = or(
    key
      ? exists(
          db
            .select({ one: sql`1` })
            .from(purchases)
            .where(isKeyed),
        )
      : undefined,
    visitor.browserPasses.length > 0 ? inArray(giftCards.purchaseId, visitor.browserPasses) : undefined,
  );
  return (
    or(user ? eq(giftCards.userId, user.id) : undefined, isByGuest && and(isNull(giftCards.userId), isByGuest)) ??
    sql`false`
  );
}
