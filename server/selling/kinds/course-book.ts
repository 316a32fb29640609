import { formatAmount } from "../../core/money";
import { compareCourses, type CourseComparison, type CourseProblem } from "../../payments/ledger/compare-courses";
import type { Book } from "../purchases/book";

const problems: Record<CourseProblem, string> = {
  shares_differ: "The shares of its dates don’t add up to what it costs: a date is missing or was added.",
  date_open: "It is paid for, but a date of it waits for a payment.",
  date_unpaid: "It is not paid for, but a date of it is booked.",
  share_kept: "Less was refunded than the shares of its cancelled dates.",
};

export const courseBook: Book = {
  name: "Courses",
  noun: "course",
  plural: "courses",
  fine: "dates and payments of all courses add up",
  async compare({ db, clock }) {
    const { courses: count, sums, unexplained } = await compareCourses(db, clock.now());
    return {
      count,
      sums: sums.map(printSums),
      unexplained: unexplained.map(({ purchaseId, name, problem }) => ({
        ref: purchaseId,
        name,
        to: `/admin/orders/purchase/${purchaseId}`,
        problem: problems[problem],
      })),
    };
  },
};

/** Prints "£100.00 paid = £66.67 for booked dates + £33.33 returned for cancelled ones". */
function printSums({ currency, paid, booked, givenUp, returned }: CourseComparison["sums"][number]): string {
  const print = (amountMinor: number) => formatAmount({ amountMinor, currency });
  const parts = [
    `${print(booked)} for booked dates`,
    givenUp > 0 && `${print(givenUp)} for dates that were given up`,
    returned > 0 && `${print(returned)} returned for cancelled dates`,
  ];
  return `${print(paid)} paid = ${parts.filter(Boolean).join(" + ")}`;
}
