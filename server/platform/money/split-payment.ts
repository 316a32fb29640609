import type { Currency, Money } from "../../core/money";
import type { Rate } from "../../core/services";
import { convertMinor } from "./convert-price";
import { minimumChargeMinor } from "./quote";

/** A gift card that is to pay. `rate` is from its currency to that of the price, null if they are the same. */
export type PayingCard = { cardId: string; balanceMinor: number; rate: Rate | null };

/** What a gift card pays: `cardMinor` leaves the card, in its currency; `amountMinor` is its part of the price. */
export type GiftPart = { cardId: string; cardMinor: number; amountMinor: number; rate: Rate | null };

export type SplitPayment = {
  parts: GiftPart[];
  /** What is left to pay otherwise. */
  rest: Money;
  /** Whether the cards could pay more, but then too little would be left to charge. */
  isReduced: boolean;
};

/**
 * Splits a price into what gift cards pay, one after the other, and the rest. A rest that Stripe could not charge is
 * made large enough: the last card pays less, or nothing. Amounts are rounded to the penny, half up.
 */
export function splitPayment(total: Money, cards: PayingCard[]): SplitPayment {
  let restMinor = total.amountMinor;
  const parts: GiftPart[] = [];
  for (const card of cards) {
    const part = partOf(card, restMinor);
    if (part.amountMinor <= 0) continue;
    parts.push(part);
    restMinor -= part.amountMinor;
  }
  const minimumMinor = minimumChargeMinor[total.currency];
  const isReduced = restMinor > 0 && restMinor < minimumMinor && parts.length > 0;
  while (restMinor > 0 && restMinor < minimumMinor) {
    const last = parts.pop();
    if (!last) break;
    const missingMinor = Math.min(last.amountMinor, minimumMinor - restMinor);
    const amountMinor = last.amountMinor - missingMinor;
    restMinor += missingMinor;
    if (amountMinor > 0) parts.push({ ...last, ...reduced(last, amountMinor) });
  }
  return { parts, rest: { ...total, amountMinor: restMinor }, isReduced };
}

function partOf({ cardId, balanceMinor, rate }: PayingCard, restMinor: number): GiftPart {
  const worthMinor = rate === null ? balanceMinor : convertMinor(balanceMinor, rate, 1);
  if (worthMinor <= restMinor) return { cardId, cardMinor: balanceMinor, amountMinor: worthMinor, rate };
  return { cardId, rate, amountMinor: restMinor, cardMinor: costOf(restMinor, rate, balanceMinor) };
}

const reduced = ({ cardMinor, rate }: GiftPart, amountMinor: number) => ({
  amountMinor,
  cardMinor: costOf(amountMinor, rate, cardMinor),
});

/** Returns what an amount costs the card: at least 1, at most what is on it. */
function costOf(amountMinor: number, rate: Rate | null, mostMinor: number): number {
  if (amountMinor === 0 || rate === null) return amountMinor;
  return Math.min(mostMinor, Math.max(1, divideByRate(amountMinor, rate)));
}

/** Rounds half up, with exact integer arithmetic. */
function divideByRate(amountMinor: number, rate: Rate): number {
  const [whole = "0", decimals = ""] = rate.split(".");
  const scale = 10n ** BigInt(decimals.length);
  const divisor = BigInt(whole + decimals);
  return Number((2n * BigInt(amountMinor) * scale + divisor) / (2n * divisor));
}

/** Returns the part of what left a card that comes back with a refund, so that all refunds together return all of it. */
export function shareToReturn({
  cardMinor,
  paidMinor,
  beforeMinor,
  refundMinor,
}: {
  cardMinor: number;
  paidMinor: number;
  /** The earlier refunds. */
  beforeMinor: number;
  refundMinor: number;
}): number {
  const upTo = (amountMinor: number) =>
    Number((2n * BigInt(cardMinor) * BigInt(amountMinor) + BigInt(paidMinor)) / (2n * BigInt(paidMinor)));
  return upTo(beforeMinor + refundMinor) - upTo(beforeMinor);
}

/** Returns the keys of the parts, which a form carries with that of the price. */
export const giftKey = (parts: GiftPart[]): string =>
  parts.map(({ cardId, cardMinor, amountMinor }) => `${giftMark}${cardId}:${cardMinor}:${amountMinor}`).join("");

/** Begins the key of a gift card. The key of a price may hold a plus, too. */
const giftMark = "+gift:";

/** Divides a form's key into that of the price and that of the gift cards. */
export function partKeys(quote: string): { price: string; gifts: string } {
  const at = quote.indexOf(giftMark);
  return at < 0 ? { price: quote, gifts: "" } : { price: quote.slice(0, at), gifts: quote.slice(at) };
}

/** Returns the rate at which a card pays in a currency; undefined if there is none. */
export function rateBetween(
  rates: { rate: (from: Currency, to: Currency) => Rate | null },
  from: Currency,
  to: Currency,
): Rate | null | undefined {
  return from === to ? null : (rates.rate(from, to) ?? undefined);
}
