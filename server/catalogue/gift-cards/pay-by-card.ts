import type { Transaction } from "@db/client";
import { type GiftCard, giftCards } from "@db/schema";
import { inArray } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { formatAmount, type Money } from "../../core/money";
import { minimumChargeMinor } from "../../platform/money/quote";
import {
  giftKey,
  partKeys,
  type PayingCard,
  rateBetween,
  type SplitPayment,
  splitPayment,
} from "../../platform/money/split-payment";
import { readGiftBalances } from "./balance";
import { printCode, hashCode } from "./code";
import { canPay } from "./describe-card";
import { lockGiftCards } from "./lock";
import { codesIn, isTooMany, tooMany, type TypedCards } from "./schemas";
import { countAttempt, networkOf, uncountAttempt } from "../../core/rate-limits";

type CardLine = {
  /** The code, which the form sends back. */
  code: string;
  /** How it is shown, which is not all of it. */
  name: string;
  pays: string;
  /** What stays on the card. */
  stays: string;
};

/** What a form shows of gift cards. */
export type GiftChoice = {
  cards: CardLine[];
  /** The applied codes, separated by commas. */
  codes: string;
  /** Why the code that was typed can't pay. */
  refusal: string | null;
  note: string | null;
  rest: string;
  isAllPaid: boolean;
};

/** Returns what the gift cards that were typed into a form pay of a price, and the key of it; null where nothing is to be paid. */
export async function showGiftCards(
  ctx: Context,
  total: Money,
  typed: TypedCards,
): Promise<{ gifts: GiftChoice | null; key: string }> {
  if (total.amountMinor === 0) return { gifts: null, key: "" };
  const codes = codesIn(typed);
  const found = await findCards(ctx, codes).catch(refusalOf);
  if (!Array.isArray(found)) {
    const rest = formatAmount(total);
    const gifts = { cards: [], codes: codes.join(","), refusal: found.message, note: null, rest, isAllPaid: false };
    return { gifts, key: "" };
  }
  const known = describePaying(ctx, total, found);
  const usable = known.filter(({ paying }) => paying !== null);
  const split = splitPayment(
    total,
    usable.flatMap(({ paying }) => paying ?? []),
  );
  const gifts = {
    cards: usable.flatMap((card) => lineOf(card, split, total)),
    codes: usable.map(({ code }) => code).join(","),
    refusal: (found.length > usable.length && unusableCode) || (isTooMany(typed) && tooMany) || null,
    note: split.isReduced ? noteOn(total) : null,
    rest: formatAmount(split.rest),
    isAllPaid: split.rest.amountMinor === 0,
  };
  return { gifts, key: giftKey(split.parts) };
}

/** Returns a refusal, such as that too many codes were tried, which a form shows beside the field. */
function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

type KnownCard = { code: string; card: GiftCard; paying: PayingCard | null; leftMinor: number };

function lineOf({ code, card, leftMinor }: KnownCard, split: SplitPayment, total: Money): CardLine[] {
  const part = split.parts.find(({ cardId }) => cardId === card.id);
  const stays = { amountMinor: leftMinor - (part?.cardMinor ?? 0), currency: card.currency };
  const pays = formatAmount({ ...total, amountMinor: part?.amountMinor ?? 0 });
  const cost = part && part.rate !== null ? ` (${formatAmount({ ...stays, amountMinor: part.cardMinor })})` : "";
  return [{ code, name: shorten(code), pays: pays + cost, stays: formatAmount(stays) }];
}

/** The first and the last group of a code. */
const shorten = (code: string): string => printCode(code).replace(/^([^-]+)-.*-([^-]+)$/, "$1-…-$2");

const noteOn = ({ currency }: Money) =>
  `Your card can’t be charged so little, so your gift card pays less: at least ${formatAmount({ amountMinor: minimumChargeMinor[currency], currency })} is left for the payment page.`;

function describePaying(
  { clock, rates }: Pick<Context, "clock" | "rates">,
  { currency }: Money,
  found: FoundCode[],
): KnownCard[] {
  return found.flatMap(({ code, card, leftMinor }) => {
    if (!card) return [];
    const rate = rateBetween(rates, card.currency, currency);
    const paying = rate !== undefined && canPay(card, leftMinor, clock.now());
    return [{ code, card, leftMinor, paying: paying ? { cardId: card.id, balanceMinor: leftMinor, rate } : null }];
  });
}

/** What a form says of gift cards: the cards, found before the transaction, and the key of what it showed. */
type ChosenCards = { found: FoundCode[]; quote: string };

/** Locks the cards that are to pay, and returns what each pays. Throws discount_refused, price_changed; nothing is taken. */
export async function agreeOnCards(
  tx: Transaction,
  ctx: Context,
  total: Money,
  { found, quote }: ChosenCards,
): Promise<SplitPayment> {
  const shown = partKeys(quote).gifts;
  if (found.length === 0 || total.amountMinor === 0) {
    if (shown !== "") throw new DomainError("price_changed", changed);
    return { parts: [], rest: total, isReduced: false };
  }
  const ids = orNone(found.flatMap(({ card }) => card?.id ?? []));
  const rows = await lockGiftCards(tx, inArray(giftCards.id, ids));
  // What was found before the lock may have been used since.
  const balances = await readGiftBalances(tx, ids);
  const locked = found.map(({ code, card }) => ({
    code,
    card: rows.find(({ id }) => id === card?.id) ?? null,
    leftMinor: (card && balances.get(card.id)) ?? 0,
  }));
  const known = describePaying(ctx, total, locked);
  const paying = known.flatMap((card) => card.paying ?? []);
  if (paying.length < found.length) throw new DomainError("discount_refused", unusableCode, { field: "giftCode" });
  const split = splitPayment(total, paying);
  if (giftKey(split.parts) !== shown) {
    throw new DomainError("price_changed", shown === "" ? applied : changed);
  }
  return split;
}

const applied = "Your gift card has been applied. Please check what is left to pay and confirm.";
const changed = "What your gift card pays has changed. Please check what is shown now and confirm.";

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
