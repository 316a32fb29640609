import type { Queryable } from "@db/client";
import {
  type Booking,
  bookingColumns,
  bookingPayers,
  courseTerms,
  type LiveSession,
  liveSessions,
  paysFor,
  products,
  purchases,
  sessionBookings,
} from "@db/schema";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { normalEmail } from "../../../core/email-address";
import { DomainError } from "../../../core/errors";
import { heldCourseLink } from "../../../core/paths";
import { findSession } from "../../../catalogue/schedule/find-session";
import { listBooked } from "../mails/mail-booking";
import type { MessageTarget } from "./schemas";

/** Someone who gets a message, by the booking that it is about; `coursePath` opens the course that it belongs to. */
export type Recipient = { booking: Booking; session: LiveSession; coursePath: string | null };

/** Returns everyone booked: for a session each booking, for a course each person once. Throws not_found. */
export async function listRecipients(db: Queryable, now: Date, target: MessageTarget): Promise<Recipient[]> {
  if ("courseId" in target) return listOfCourse(db, now, target.courseId);
  const session = await findSession(db, target.sessionId);
  const booked = await listBooked(db, session.id);
  return booked.map((booking) => ({ booking, session, coursePath: null }));
}

/** Each with their next date, or the last one if all are over. */
async function listOfCourse(db: Queryable, now: Date, courseId: string): Promise<Recipient[]> {
  const rows = await db
    .select({ booking: bookingColumns, session: liveSessions, purchase: purchases })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .innerJoin(purchases, eq(purchases.id, bookingPayers.purchaseId))
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(
      and(
        eq(purchases.productId, courseId),
        inArray(sessionBookings.status, ["confirmed", "completed"]),
        isNull(sessionBookings.archivedAt),
      ),
    )
    .orderBy(asc(liveSessions.startTime), asc(sessionBookings.id));
  const byPerson = new Map<string, Recipient>();
  for (const { booking, session, purchase } of rows) {
    const address = normalEmail(booking.attendeeEmail);
    const before = byPerson.get(address);
    if (before && before.session.startTime > now) continue;
    byPerson.set(address, { booking, session, coursePath: heldCourseLink(purchase) });
  }
  return [...byPerson.values()];
}

/** Returns the title of a course. Throws not_found. */
export async function readCourseTitle(db: Queryable, courseId: string): Promise<string> {
  const [course] = await db
    .select({ title: products.title })
    .from(products)
    .innerJoin(courseTerms, eq(courseTerms.productId, products.id))
    .where(eq(products.id, courseId));
  if (!course) throw new DomainError("not_found", "Course not found");
  return course.title;
}
