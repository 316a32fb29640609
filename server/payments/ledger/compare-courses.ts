import type { Queryable } from "@db/client";
import { bookingPayers, liveSessions, payments, paysFor, purchases, refunds, sessionBookings } from "@db/schema";
import { and, asc, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import { currencies, type Currency } from "../../core/money";
import { referenceOf } from "../../core/reference";

export type CourseProblem = "shares_differ" | "date_open" | "date_unpaid" | "share_kept";

/** A purchase of a course whose dates and money don't agree. */
type UnexplainedCourse = { purchaseId: string; name: string; problem: CourseProblem };

/** What the courses that count as paid cost, and where it is, in one currency. */
type CourseSums = { currency: Currency } & Record<"paid" | "booked" | "givenUp" | "returned", number>;

export type CourseComparison = { courses: number; sums: CourseSums[]; unexplained: UnexplainedCourse[] };

/** Compares what courses cost with the shares of their dates, and the dates with what was paid and refunded. */
export async function compareCourses(db: Queryable, now: Date): Promise<CourseComparison> {
  const books = await readBooks(db, now);
  return {
    courses: books.length,
    sums: currencies.flatMap((currency) => sumUp(books, currency)),
    unexplained: books.flatMap((book) => {
      const { id: purchaseId, productTitle } = book.purchase;
      const problem = problemOf(book);
      const name = `${productTitle}, ${referenceOf(book.purchase)}`;
      return problem ? [{ purchaseId, name, problem }] : [];
    }),
  };
}

type CourseBook = Awaited<ReturnType<typeof readBooks>>[number];

function problemOf({ purchase, shares, open, unpaid, returned, refunded }: CourseBook): CourseProblem | null {
  const { status, totalMinor } = purchase;
  if (shares !== totalMinor) return "shares_differ";
  if (status === "paid" || status === "free") {
    if (open > 0) return "date_open";
    return status === "paid" && returned > refunded && purchase.refundWaivedAt === null ? "share_kept" : null;
  }
  return unpaid > 0 ? "date_unpaid" : null;
}

/**
 * Sums up the dates of each purchase. `unpaid` counts the dates to come that are booked; one that was moved may have begun
 * as its course ended, and does not count.
 */
function readBooks(db: Queryable, now: Date) {
  const { status, movedAt } = sessionBookings;
  const { share, returnedAt } = bookingPayers;
  const sumIf = (condition: SQL | undefined) =>
    sql`coalesce(sum(${share}) filter (where ${condition}), 0)`.mapWith(Number);
  const countIf = (condition: SQL | undefined) => sql`count(*) filter (where ${condition})`.mapWith(Number);
  const isToCome = and(gt(liveSessions.startTime, now), isNull(liveSessions.rescheduledAt), isNull(movedAt));
  const back = sql`coalesce((select sum(${refunds.amountMinor}) from ${refunds}
    join ${payments} on ${payments.id} = ${refunds.paymentId} and ${payments.state} = 'paid'
    where ${payments.purchaseId} = ${purchases.id} and ${refunds.state} <> 'failed'), 0)`;
  return db
    .select({
      purchase: purchases,
      shares: sumIf(sql`true`),
      open: countIf(eq(status, "pending")),
      unpaid: countIf(and(eq(status, "completed"), isToCome)),
      booked: sumIf(and(ne(status, "cancelled"), isNull(returnedAt))),
      givenUp: sumIf(and(eq(status, "cancelled"), isNull(returnedAt))),
      returned: sumIf(sql`${returnedAt} is not null`),
      refunded: back.mapWith(Number),
    })
    .from(purchases)
    .leftJoin(bookingPayers, eq(bookingPayers.purchaseId, purchases.id))
    .leftJoin(sessionBookings, paysFor)
    .leftJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(eq(purchases.productKind, "course"))
    .groupBy(purchases.id)
    .orderBy(asc(purchases.createdAt), asc(purchases.id));
}

function sumUp(books: CourseBook[], currency: Currency): CourseSums[] {
  const own = books.filter(({ purchase }) => purchase.status === "paid" && purchase.currency === currency);
  if (own.length === 0) return [];
  const sumOf = (valueOf: (book: CourseBook) => number) => own.reduce((all, book) => all + valueOf(book), 0);
  return [
    {
      currency,
      paid: sumOf(({ purchase }) => purchase.totalMinor),
      booked: sumOf(({ booked }) => booked),
      givenUp: sumOf(({ givenUp }) => givenUp),
      returned: sumOf(({ returned }) => returned),
    },
  ];
}
