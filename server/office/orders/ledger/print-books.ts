import { formatAmount } from "../../../core/money";
import type { CreditComparison, CreditProblem } from "../../../payments/ledger/compare-credits";
import type { CardComparison, CardProblem } from "../../../payments/ledger/compare-gift-cards";
import type { CourseComparison, CourseProblem } from "../../../payments/ledger/compare-courses";

/** The comparison of all passes with what was booked and paid, in words. */
type PrintedCredits = {
  /** "40 granted = 25 left + 13 used + 2 expired". */
  credits: string;
  /** "£480.00 paid = £300.00 unused + £180.00 used", in each currency. */
  money: string[];
  unexplained: { passId: string; title: string; problem: string }[];
};

const creditProblems: Record<CreditProblem, string> = {
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
    unexplained: unexplained.map(({ problem, ...pass }) => ({ ...pass, problem: creditProblems[problem] })),
  };
}

/** The comparison of all gift cards with their sales and with what they have paid, in words. */
type PrintedCards = {
  /** "£100.00 sold = £18.00 open + £82.00 used", in each currency. */
  sums: string[];
  unexplained: { cardId: string; name: string; problem: string }[];
};

const cardProblems: Record<CardProblem, string> = {
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
    unexplained: unexplained.map(({ problem, ...card }) => ({ ...card, problem: cardProblems[problem] })),
  };
}

/** The comparison of all courses with their dates and with what was refunded, in words. */
type PrintedCourses = {
  /** "£100.00 paid = £66.67 for booked dates + £33.33 returned for cancelled ones", in each currency. */
  sums: string[];
  unexplained: { purchaseId: string; name: string; problem: string }[];
};

const courseProblems: Record<CourseProblem, string> = {
  shares_differ: "The shares of its dates don’t add up to what it costs: a date is missing or was added.",
  date_open: "It is paid for, but a date of it waits for a payment.",
  date_unpaid: "It is not paid for, but a date of it is booked.",
  share_kept: "Less was refunded than the shares of its cancelled dates.",
};

/** Prints the comparison; null before the first course is booked. */
export function printCourses({ courses, sums, unexplained }: CourseComparison): PrintedCourses | null {
  if (courses === 0) return null;
  return {
    sums: sums.map(({ currency, paid, booked, givenUp, returned }) => {
      const print = (amountMinor: number) => formatAmount({ amountMinor, currency });
      const parts = [
        `${print(booked)} for booked dates`,
        givenUp > 0 && `${print(givenUp)} for dates that were given up`,
        returned > 0 && `${print(returned)} returned for cancelled dates`,
      ];
      return `${print(paid)} paid = ${parts.filter(Boolean).join(" + ")}`;
    }),
    unexplained: unexplained.map(({ problem, ...course }) => ({ ...course, problem: courseProblems[problem] })),
  };
}
