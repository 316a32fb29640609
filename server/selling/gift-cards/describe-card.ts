import type { GiftCard } from "@db/schema";
import { longDay } from "../../core/dates";
import { formatPrice } from "../../core/money";
import { referenceOf } from "../../core/reference";

export type CardState = "waiting" | "usable" | "used_up" | "over" | "ended" | "frozen";

type Period = Pick<GiftCard, "issuedAt" | "endsAt" | "endedAt" | "frozenAt" | "passTitle" | "redeemedPurchaseId">;

/** Returns whether a gift card can pay or be redeemed, or why it can't. */
export function stateOfCard(card: Period, leftMinor: number, now: Date): CardState {
  const { issuedAt, endsAt, endedAt, frozenAt } = card;
  if (!issuedAt || !endsAt) return "waiting";
  if (endedAt) return "ended";
  if (frozenAt) return "frozen";
  if (endsAt <= now) return "over";
  const isUsedUp = card.passTitle === null ? leftMinor <= 0 : card.redeemedPurchaseId !== null;
  return isUsedUp ? "used_up" : "usable";
}

/** Returns whether a gift card can pay now. One that gives a pass never does. */
export const canPay = (card: Period, leftMinor: number, now: Date): boolean =>
  card.passTitle === null && stateOfCard(card, leftMinor, now) === "usable";

/** Returns what a card gives: "£50", or the name of a pass. */
export const giftOf = ({
  passTitle,
  amountMinor,
  currency,
}: Pick<GiftCard, "passTitle" | "amountMinor" | "currency">) => passTitle ?? formatPrice({ amountMinor, currency });

/** Returns what people call a card by, which says nothing of its code: "gift card 1A2B3C4D". */
export const nameOfCard = (card: { id: string }): string => `gift card ${referenceOf(card)}`;

/** Returns the last day of a gift card, such as "Sunday, May 3, 2026"; null before it is paid. */
export const lastDayOfCard = ({ endsAt }: Pick<GiftCard, "endsAt">, timeZone: string): string | null =>
  endsAt && longDay(new Date(endsAt.getTime() - 1), timeZone);

/** Says what is left and until when: "£18 of £50 left, until Sunday, May 3, 2026"; of a pass, whether it was redeemed. */
export function describeCardBalance(
  card: Pick<GiftCard, "amountMinor" | "currency" | "endsAt" | "passTitle" | "redeemedPurchaseId">,
  { leftMinor, timeZone }: { leftMinor: number; timeZone: string },
): string {
  const amount = (amountMinor: number) => formatPrice({ amountMinor, currency: card.currency });
  const last = lastDayOfCard(card, timeZone);
  const until = last ? `, until ${last}` : "";
  if (card.passTitle === null) return `${amount(leftMinor)} of ${amount(card.amountMinor)} left${until}`;
  return card.redeemedPurchaseId ? `${card.passTitle}, redeemed` : `${card.passTitle}, not redeemed yet${until}`;
}

/** Says for how long a card is valid. */
export const validFor = (months: number): string => {
  if (months % 12 === 0) return months === 12 ? "1 year" : `${months / 12} years`;
  return months === 1 ? "1 month" : `${months} months`;
};
