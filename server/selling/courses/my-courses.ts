import { purchases } from "@db/schema";
import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { displayStart } from "../../core/dates";
import { bookingPath, heldCoursePath, managePath } from "../../core/paths";
import { referenceOf } from "../../core/reference";
import { readSiteSettings, type SiteSettings } from "../../core/site-settings";
import type { CalendarFile } from "../../platform/calendar/calendar-file";
import { formatAmount } from "../../core/money";
import { printRate, printTotal } from "../../platform/money/print-order";
import type { Purchase } from "../purchases/transitions";
import { refundableDates } from "./cancel-course";
import { describeTerms } from "./course-terms";
import { requireCourse } from "./course";
import { listInvoiceLinks } from "../../payments/invoices/read-invoice";
import { type HeldCourseRef, requireHeldCourse } from "./held-course";
import { type HeldDate, readDatesOf } from "./held-dates";
import { courseFile } from "./mail-course";
import { listMakingUp } from "./make-up";

export type HeldCourse = Awaited<ReturnType<typeof getHeldCourse>>;

/** Returns a booked course, with its dates and what can be done with it. Throws not_found. */
export async function getHeldCourse(ctx: Context, ref: HeldCourseRef) {
  const purchase = await requireHeldCourse(ctx.db, ctx, ref);
  const [dates, site, { terms }, invoices] = await Promise.all([
    readDatesOf(ctx.db, [purchase.id]),
    readSiteSettings(ctx),
    requireCourse(ctx.db, purchase.productId),
    listInvoiceLinks(ctx.db, { kind: "purchase", id: purchase.id }),
  ]);
  const now = ctx.clock.now();
  const state = stateOf(purchase);
  const isBooked = state === "booked";
  // What opens the course opens its dates, which for guests needs their keys.
  const isMine = ctx.user !== null && purchase.userId === ctx.user.id;
  return {
    id: purchase.id,
    title: purchase.productTitle,
    reference: referenceOf(purchase),
    name: purchase.customerName,
    email: purchase.customerEmail,
    state,
    amount: [printTotal(purchase), printRate(purchase)].filter(Boolean).join(", "),
    dates: dates.map((date) => ({
      ...printDate(ctx, date, now),
      path: isMine ? bookingPath(date.booking) : managePath(date.booking),
    })),
    terms: describeTerms(terms, site),
    cancelling: isBooked ? describeCancelling(purchase, dates, { site, now }) : null,
    canMakeUp: isBooked && terms.canMakeUp,
    makingUp: isBooked && terms.canMakeUp ? await listMakingUp(ctx, purchase, dates) : null,
    filePath: `${heldCoursePath(purchase.id)}/calendar.ics${ref.key ? `?key=${ref.key}` : ""}`,
    isMine,
    invoices,
  };
}

function stateOf({ status }: Purchase): "booked" | "pending" | "refunded" | "ended" {
  if (status === "paid" || status === "free") return "booked";
  if (status === "pending") return "pending";
  return status === "refunded" ? "refunded" : "ended";
}

function printDate(ctx: Context, { booking, session }: HeldDate, now: Date) {
  const { shortDate, time, zone } = displayStart(session, ctx);
  return {
    id: booking.id,
    title: session.title,
    when: `${shortDate}, ${time} ${zone}`,
    note: noteOn(booking, session, now),
  };
}

function noteOn(booking: HeldDate["booking"], session: HeldDate["session"], now: Date): string | null {
  if (session.cancelledAt) return booking.shareReturnedAt ? "Cancelled, its share was returned" : "Cancelled";
  if (booking.status === "cancelled") {
    if (booking.shareReturnedAt) return "Cancelled, its share was returned";
    return booking.payerShare === 0 ? "Given up, made up on another date" : "Given up";
  }
  const made = booking.makesUpForId ? "Makes up for another date" : null;
  return session.startTime <= now ? (made ?? "Has begun") : made;
}

type Terms = { site: SiteSettings; now: Date };

/** Says what a cancellation of the course ends now and what it brings; null if nothing can be cancelled online. */
function describeCancelling(purchase: Purchase, dates: HeldDate[], terms: Terms): string | null {
  const ending = refundableDates(dates, terms);
  if (ending.length === 0) return null;
  const count = ending.length === 1 ? "1 date" : `${ending.length} dates`;
  const amountMinor = ending.reduce((sum, { booking }) => sum + (booking.payerShare ?? 0), 0);
  if (purchase.status === "free" || amountMinor === 0) return `This cancels ${count}.`;
  const amount = formatAmount({ amountMinor, currency: purchase.currency });
  return `This cancels ${count}, and ${amount} goes back the way it was paid.`;
}

export type MyCourse = { id: string; title: string; dates: string; path: string };

/** Lists a member's booked courses, the newest first. */
export async function listMyCourses({ db, user }: MemberContext): Promise<MyCourse[]> {
  const isBooked = and(
    eq(purchases.userId, user.id),
    eq(purchases.productKind, "course"),
    inArray(purchases.status, ["paid", "free"]),
    isNull(purchases.archivedAt),
  );
  const rows = await db.select().from(purchases).where(isBooked).orderBy(desc(purchases.createdAt), desc(purchases.id));
  const dates = await readDatesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, productTitle: title }) => {
    const booked = dates.filter(({ booking }) => booking.coursePurchaseId === id && booking.status === "completed");
    return {
      id,
      title,
      dates: `${booked.length} ${booked.length === 1 ? "date" : "dates"} booked`,
      path: heldCoursePath(id),
    };
  });
}

/** Returns one calendar file with all dates of a booked course. Throws not_found. */
export async function getCourseFile(ctx: Context, ref: HeldCourseRef): Promise<CalendarFile> {
  const purchase = await requireHeldCourse(ctx.db, ctx, ref);
  const dates = await readDatesOf(ctx.db, [purchase.id]);
  return courseFile(
    ctx.db,
    ctx,
    dates.filter(({ booking }) => booking.completedAt !== null),
  );
}
