import type { GiftCard } from "@db/schema";
import { longDay } from "../../core/dates";
import { formatPrice } from "../../core/money";
import { referenceOf } from "../../core/reference";

export type CardState = "waiting" | "usable" | "used_up" | "over" | "ended" | "frozen";

type Period = Pick<GiftCard, "issuedAt" | "endsAt" | "endedAt" | "frozenAt">;

/** Returns whether a gift card can pay, or why it can't. */
export function stateOfCard(card: Period, leftMinor: number, now: Date): CardState {
  const { issuedAt, endsAt, endedAt, frozenAt } = card;
  if (!issuedAt || !endsAt) return "waiting";
  if (endedAt) return "ended";
  if (frozenAt) return "frozen";
  if (endsAt <= now) return "over";
  return leftMinor <= 0 ? "used_up" : "usable";
}

/** Returns whether a gift card can pay now. */
export const canPay = (card: Period, leftMinor: number, now: Date): boolean =>
  stateOfCard(card, leftMinor, now) === "usable";

/** Returns what people call a card by, which says nothing of its code: "gift card 1A2B3C4D". */
export const nameOfCard = (card: { id: string }): string => `gift card ${referenceOf(card)}`;

/** Returns the last day of a gift card, such as "Sunday, May 3, 2026"; null before it is paid. */
export const lastDayOfCard = ({ endsAt }: Pick<GiftCard, "endsAt">, timeZone: string): string | null =>
  endsAt && longDay(new Date(endsAt.getTime() - 1), timeZone);

/** Says what is left and until when: "£18 of £50 left, until Sunday, May 3, 2026". */
export function describeCardBalance(
  card: Pick<GiftCard, "amountMinor" | "currency" | "endsAt">,
  { leftMinor, timeZone }: { leftMinor: number; timeZone: string },
): string {
  const amount = (amountMinor: number) => formatPrice({ amountMinor, currency: card.currency });
  const last = lastDayOfCard(card, timeZone);
  const until = last ? `, until ${last}` : "";
  return `${amount(leftMinor)} of ${amount(card.amountMinor)} left${until}`;
}

/** Says for how long a card is valid. */
export const validFor = (months: number): string => {
  if (months % 12 === 0) return months === 12 ? "1 year" : `${months / 12} years`;
  return months === 1 ? "1 month" : `${months} months`;
};
