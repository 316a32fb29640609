import { courseTerms, sessionWaitlist } from "@db/schema";
import { and, eq, inArray } from "drizzle-orm";
import { DomainError } from "../../../core/errors";
import type { KindOfProduct } from "./kind";

export const course: KindOfProduct = {
  type: "Course",
  noun: "course",
  use: "attend the course",
  end: "Its dates to come are cancelled and offered to others",
  bought: "has booked a course, with a place on each of its dates",
  isSoldToGuests: true,
  isClaimedByAccount: false,
  isHadOnce: false,
  isBoundToAddress: false,
  isDiscounted: true,
  isOnDates: true,
  unlockedTitle: "Your Course Is Booked",
  aim: "see your dates",
  isYours: () => "Your place is booked on every date.",
  isDigital: false,
  checkoutText: "Course, a place on each date",
  receiptText: "Course, a place on each date",
  inText: (title) => `the course “${title}”`,
  notForSale: "This course is not for sale.",
  revenue: { label: "Courses", inText: "courses" },
  mail: (title) => ({
    kind: "a course",
    bought: "course",
    openNow: `Your place on every date of ${title} is booked.`,
    openForLife: `Your place on every date of ${title} is booked.`,
    use: "See the course",
    see: "See the course",
    open: "Open the course",
  }),
  pathOf: ({ id }) => `/courses/${id}`,
  count: (db, productId) => db.$count(courseTerms, eq(courseTerms.productId, productId)),
  /** `bookCourse` sells it, with a place on each date. */
  requireForSale: () => Promise.reject(new DomainError("not_found", course.notForSale)),
  requireGivable: (db, product) => course.requireForSale(db, product),
  async reasonToKeep(db, id, bought) {
    if (bought) return bought;
    const isWaiting = and(eq(sessionWaitlist.courseId, id), inArray(sessionWaitlist.status, ["waiting", "offered"]));
    if ((await db.$count(sessionWaitlist, isWaiting)) === 0) return null;
    return "Someone is on the waitlist of this course. Switch it off instead.";
  },
};
