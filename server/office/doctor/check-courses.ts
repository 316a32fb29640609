import { compareCourses } from "../../payments/ledger/compare-courses";
import { fault, fine, type Finding, type Site } from "./finding";

const name = "Courses";

/** Compares the dates of all courses with what was paid and refunded for them. */
export async function checkCourses({ db, clock }: Pick<Site, "db" | "clock">): Promise<Finding[]> {
  const { courses, unexplained } = await compareCourses(db, clock.now());
  if (courses === 0) return [];
  if (unexplained.length === 0) return [fine(name, "dates and payments of all courses add up")];
  const count = unexplained.length === 1 ? "1 course does" : `${unexplained.length} courses do`;
  return [
    fault(name, `${count} not add up`, "Payments in the back office names them. Report it as a fault of the site."),
  ];
}
