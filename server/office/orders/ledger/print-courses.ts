import { formatAmount } from "../../../core/money";
import type { CourseComparison, CourseProblem } from "../../../payments/ledger/compare-courses";

/** The comparison of all courses with their dates and with what was refunded, in words. */
type PrintedCourses = {
  /** "£100.00 paid = £66.67 for booked dates + £33.33 returned for cancelled ones", in each currency. */
  sums: string[];
  unexplained: { purchaseId: string; name: string; problem: string }[];
};

const problems: Record<CourseProblem, string> = {
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
    unexplained: unexplained.map(({ problem, ...course }) => ({ ...course, problem: problems[problem] })),
  };
}
