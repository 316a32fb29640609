import { formatAmount } from "../../../core/money";
import type { CardComparison, CardProblem } from "../../../payments/ledger/compare-gift-cards";

/** The comparison of all gift cards with their sales and with what they have paid, in words. */
type PrintedCards = {
  /** "£100.00 sold = £18.00 open + £82.00 used", in each currency. */
  sums: string[];
  unexplained: { cardId: string; name: string; problem: string }[];
};

const problems: Record<CardProblem, string> = {
  issued_differs: "What came onto it differs from what was bought.",
  below_zero: "More was taken from it than was on it.",
  ended_with_money: "It was refunded or taken back, but something is left on it.",
  sale_unpaid: "It can pay although it was not paid for.",
  payment_differs: "What it has paid or got back differs from its history.",
};

/** Prints the comparison; null before the first gift card is sold. */
export function printGiftCards({ cards, sums, unexplained }: CardComparison): PrintedCards | null {
  if (cards === 0) return null;
  return {
    sums: sums.map(({ currency, sold, adjusted, open, used, expired, refunded }) => {
      const print = (amountMinor: number) => formatAmount({ amountMinor, currency });
      const corrected = adjusted > 0 ? ` + ${print(adjusted)} added by hand` : ` − ${print(-adjusted)} taken by hand`;
      const parts = [
        `${print(open)} open`,
        `${print(used)} used`,
        expired > 0 && `${print(expired)} expired`,
        refunded > 0 && `${print(refunded)} refunded or taken back`,
      ];
      return `${print(sold)} sold${adjusted === 0 ? "" : corrected} = ${parts.filter(Boolean).join(" + ")}`;
    }),
    unexplained: unexplained.map(({ problem, ...card }) => ({ ...card, problem: problems[problem] })),
  };
}
