import { formatAmount } from "../../core/money";
import { compareCredits, type CreditComparison, type CreditProblem } from "../../payments/ledger/compare-credits";
import type { Book } from "../purchases/book";

const problems: Record<CreditProblem, string> = {
  granted_differs: "Its credits differ from what was bought.",
  credits_differ: "Its credits differ from the places that were booked with it.",
  ticket_without_credit: "A place was booked with it for which no credit was taken.",
  ended_with_credits: "It was refunded or taken back, but credits are left.",
  price_differs: "Less was paid for it than its price.",
};

export const passBook: Book = {
  name: "Passes",
  noun: "pass",
  plural: "passes",
  fine: "credits and payments of all passes add up",
  async compare({ db, clock }) {
    const { passes: count, credits, money, unexplained } = await compareCredits(db, clock.now());
    return {
      count,
      sums: [`Credits: ${printCredits(credits)}`, ...money.map(printMoney)],
      unexplained: unexplained.map(({ passId, title, problem }) => ({
        ref: passId,
        name: title,
        to: `/admin/passes/holders/${passId}`,
        problem: problems[problem],
      })),
    };
  },
};

/** Prints "40 granted = 25 left + 13 used + 2 expired". */
function printCredits({ granted, adjusted, left, taken, expired, refunded }: CreditComparison["credits"]): string {
  const corrected =
    adjusted === 0 ? "" : adjusted > 0 ? ` + ${adjusted} added by hand` : ` − ${-adjusted} taken by hand`;
  const parts = [
    `${left} left`,
    `${taken} used`,
    expired > 0 && `${expired} expired`,
    refunded > 0 && `${refunded} refunded or taken back`,
  ];
  return `${granted} granted${corrected} = ${parts.filter(Boolean).join(" + ")}`;
}

/** Prints "£480.00 paid = £300.00 unused + £180.00 used". */
function printMoney({ currency, paid, unused, used, returned }: CreditComparison["money"][number]): string {
  const print = (amountMinor: number) => formatAmount({ amountMinor, currency });
  const shares = [
    `${print(unused)} unused`,
    `${print(used)} used or expired`,
    returned > 0 && `${print(returned)} refunded`,
  ];
  return `${print(paid)} paid = ${shares.filter(Boolean).join(" + ")}`;
}
