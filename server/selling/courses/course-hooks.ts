import type { Transaction } from "@db/client";
import { sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import type { CourseHooks } from "../purchases/course-hooks";
import type { Purchase } from "../purchases/transitions";
import { returnShare } from "../bookings/course-share";
import { lockBookings } from "../bookings/lock";
import { cancelPlace, changePaymentStatus, changeState } from "../bookings/transitions";
import { countPlaces, fits } from "../../catalogue/schedule/places";
import { offerPlaces, reopenCourseOffer } from "../waitlist/offers";
import { nameDate } from "../../catalogue/schedule/name-date";
import { type HeldDate, readDatesOf } from "./held-dates";
import { mailCourse } from "./mail-course";
import { mailDatesCancelled } from "./mail-course-cancelled";

/** Locks the bookings of a purchase, whose sessions are locked. */
async function lockDatesOf(tx: Transaction, { id }: Pick<Purchase, "id">): Promise<HeldDate[]> {
  await lockBookings(tx, eq(sessionBookings.coursePurchaseId, id));
  return readDatesOf(tx, [id]);
}

const isLive = ({ booking }: HeldDate): boolean => booking.status !== "cancelled";

export const courseHooks: CourseHooks = {
  async complete(tx, services, purchase) {
    const now = services.clock.now();
    for (const { booking, session } of await lockDatesOf(tx, purchase)) {
      if (booking.status === "completed") continue;
      if (!session.cancelledAt) await changePaymentStatus(tx, booking, "free", now);
      else if (booking.status === "pending") {
        // The date was cancelled while its course was being paid for: its share goes back, and the others stay.
        const cancelled = await changeState(tx, booking, "cancelled cancelled", now);
        await returnShare(tx, services, cancelled, "admin");
      }
    }
  },
  async end(tx, services, purchase, { outcome, isPageMissing, told }) {
    const now = services.clock.now();
    const freed: HeldDate[] = [];
    for (const date of (await lockDatesOf(tx, purchase)).filter(isLive)) {
      const { booking, session } = date;
      const isHold = booking.status === "pending";
      if (!isHold && session.startTime <= now) continue;
      if (isHold) await changePaymentStatus(tx, booking, outcome, now);
      else await cancelPlace(tx, booking, now);
      freed.push(date);
    }
    if (told && freed.length > 0) await mailDatesCancelled(tx, services, { purchase, dates: freed, ...told, at: now });
    if (isPageMissing) await reopenCourseOffer(tx, services, purchase);
    for (const { session } of freed) await offerPlaces(tx, services, session);
    return freed.length;
  },
  async whyTaken(tx, { clock, settings }, { id }) {
    const dates = await readDatesOf(tx, [id]);
    const now = clock.now();
    const places = await countPlaces(
      tx,
      dates.map(({ session }) => session.id),
    );
    const zones = { settings, visitor: { timeZone: settings.siteTimeZone } };
    const gone = dates.find(
      ({ booking, session }) =>
        booking.archivedAt ||
        session.cancelledAt ||
        session.startTime <= now ||
        !fits(session, places.get(session.id), 1),
    );
    return gone ? nameDate(gone.session, zones) : null;
  },
  async readUnused(db, { clock }, id) {
    const dates = await readDatesOf(db, [id]);
    if (dates.length === 0) return null;
    const now = clock.now();
    const unused = dates.filter(
      ({ booking, session }) =>
        booking.shareReturnedAt === null && isLive({ booking, session }) && session.startTime > now,
    );
    const amountMinor = unused.reduce((sum, { booking }) => sum + (booking.courseShareMinor ?? 0), 0);
    return { amountMinor, text: `${unused.length} of ${dates.length} dates are still to come.` };
  },
  mailBooked: mailCourse,
};
