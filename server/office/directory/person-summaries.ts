import { purchases, liveSessions, payments, sessionBookings } from "@db/schema";
import { and, eq, isNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Context } from "../../core/context";
import { incomeMinor, toRefundMinor } from "../../payments/counted-income";
import { attendanceAt, printPaid } from "./person-history";
import { type Person, recordKeysOf, whereBookingsOf, wherePurchasesOf } from "./person-records";

/** What the list of people says of one. */
type Summary = { visits: number; noShows: number; spent: string[]; toRefund: string[] };

/** Counts in the database, so that no booking is read. Each summary is at the index of its person. */
export async function readSummaries(ctx: Context, people: Person[]): Promise<Summary[]> {
  if (people.length === 0) return [];
  const [counts, paid] = await Promise.all([countAttendance(ctx, people), sumPaid(ctx, people)]);
  return people.map((person) => {
    const keys = new Set(recordKeysOf(person));
    const counted = counts.filter(({ person }) => keys.has(person));
    const total = (count: "visits" | "noShows") => counted.reduce((all, row) => all + row[count], 0);
    return {
      visits: total("visits"),
      noShows: total("noShows"),
      ...printPaid(paid.filter(({ person }) => keys.has(person))),
    };
  });
}

const attendee = sql<string>`coalesce(${sessionBookings.userId}::text, lower(${sessionBookings.attendeeEmail}))`;
const buyer = sql<string>`coalesce(${purchases.userId}::text, lower(${purchases.customerEmail}))`;

function countAttendance({ db, clock }: Context, people: Person[]) {
  const attended = db
    .select({ person: attendee.as("person"), attendance: attendanceAt(clock.now()).as("attendance") })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(and(isNull(sessionBookings.archivedAt), whereBookingsOf(people)))
    .as("attended");
  const count = (attendance: string) =>
    sql`count(*) filter (where ${attended.attendance} = ${attendance})`.mapWith(Number);
  return db
    .select({ person: attended.person, visits: count("visit"), noShows: count("no_show") })
    .from(attended)
    .groupBy(attended.person);
}

const sums = {
  incomeMinor: sql`sum(${incomeMinor})`.mapWith(Number).as("income_minor"),
  toRefundMinor: sql`sum(${toRefundMinor})`.mapWith(Number).as("to_refund_minor"),
};

function sumPaid({ db }: Context, people: Person[]) {
  const isPaid = eq(payments.state, "paid");
  const { currency } = payments;
  const forBookings = db
    .select({ person: attendee.as("person"), currency, ...sums })
    .from(sessionBookings)
    .innerJoin(payments, and(eq(payments.bookingId, sessionBookings.id), isPaid))
    .leftJoin(purchases, eq(purchases.id, payments.purchaseId))
    .where(and(isNull(sessionBookings.archivedAt), whereBookingsOf(people)))
    .groupBy(attendee, currency);
  const forPurchases = db
    .select({ person: buyer.as("person"), currency, ...sums })
    .from(purchases)
    .innerJoin(payments, and(eq(payments.purchaseId, purchases.id), isPaid))
    .where(and(isNull(purchases.archivedAt), wherePurchasesOf(people)))
    .groupBy(buyer, currency);
  return unionAll(forBookings, forPurchases);
}
