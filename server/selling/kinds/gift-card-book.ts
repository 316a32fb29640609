import { formatAmount } from "../../core/money";
import { type CardComparison, type CardProblem, compareGiftCards } from "../../payments/ledger/compare-gift-cards";
import type { Book } from "../purchases/book";

const problems: Record<CardProblem, string> = {
  issued_differs: "What came onto it differs from what was bought.",
  below_zero: "More was taken from it than was on it.",
  ended_with_money: "It was refunded or taken back, but something is left on it.",
  sale_unpaid: "It can pay although it was not paid for.",
  payment_differs: "What it has paid or got back differs from its history.",
};

export const giftCardBook: Book = {
  name: "Gift cards",
  noun: "gift card",
  plural: "gift cards",
  fine: "what is on all gift cards adds up",
  async compare({ db }) {
    const { cards: count, sums, unexplained } = await compareGiftCards(db);
    return {
      count,
      sums: sums.map(printSums),
      unexplained: unexplained.map(({ cardId, name, problem }) => ({
        ref: cardId,
        name,
        to: `/admin/gift-cards/sold/${cardId}`,
        problem: problems[problem],
      })),
    };
  },
};

/** Prints "£100.00 sold = £18.00 open + £82.00 used". */
function printSums({
  currency,
  sold,
  adjusted,
  open,
  used,
  expired,
  refunded,
}: CardComparison["sums"][number]): string {
  const print = (amountMinor: number) => formatAmount({ amountMinor, currency });
  const corrected = adjusted > 0 ? ` + ${print(adjusted)} added by hand` : ` − ${print(-adjusted)} taken by hand`;
  const parts = [
    `${print(open)} open`,
    `${print(used)} used`,
    expired > 0 && `${print(expired)} expired`,
    refunded > 0 && `${print(refunded)} refunded or taken back`,
  ];
  return `${print(sold)} sold${adjusted === 0 ? "" : corrected} = ${parts.filter(Boolean).join(" + ")}`;
}
