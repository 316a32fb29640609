import { formatAmount } from "../../../core/money";
import { type CreditComparison, type CreditProblem } from "../../../payments/ledger/compare-credits";

/** The comparison of all passes with what was booked and paid, in words. */
type PrintedCredits = {
  /** "40 granted = 25 left + 13 used + 2 expired". */
  credits: string;
  /** "£480.00 paid = £300.00 unused + £180.00 used", in each currency. */
  money: string[];
  unexplained: { passId: string; title: string; problem: string }[];
};

const problems: Record<CreditProblem, string> = {
  granted_differs: "Its credits differ from what was bought.",
  credits_differ: "Its credits differ from the places that were booked with it.",
  ticket_without_credit: "A place was booked with it for which no credit was taken.",
  ended_with_credits: "It was refunded or taken back, but credits are left.",
  price_differs: "Less was paid for it than its price.",
};

/** Prints the comparison; null before the first pass is bought. */
export function printCredits({ passes, credits, money, unexplained }: CreditComparison): PrintedCredits | null {
  if (passes === 0) return null;
  const { granted, adjusted, left, taken, expired, refunded } = credits;
  const corrected =
    adjusted === 0 ? "" : adjusted > 0 ? ` + ${adjusted} added by hand` : ` − ${-adjusted} taken by hand`;
  const parts = [
    `${left} left`,
    `${taken} used`,
    expired > 0 && `${expired} expired`,
    refunded > 0 && `${refunded} refunded or taken back`,
  ];
  return {
    credits: `${granted} granted${corrected} = ${parts.filter(Boolean).join(" + ")}`,
    money: money.map(({ currency, paid, unused, used, returned }) => {
      const print = (amountMinor: number) => formatAmount({ amountMinor, currency });
      const shares = [
        `${print(unused)} unused`,
        `${print(used)} used or expired`,
        returned > 0 && `${print(returned)} refunded`,
      ];
      return `${print(paid)} paid = ${shares.filter(Boolean).join(" + ")}`;
    }),
    unexplained: unexplained.map(({ problem, ...pass }) => ({ ...pass, problem: problems[problem] })),
  };
}
