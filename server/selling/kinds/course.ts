import type { Transaction } from "@db/client";
import type { SoldKind } from "../purchases/sold-kind";
import { courseBook } from "./course-book";
import { courseOffice } from "./course-office";
import type { Purchase } from "../purchases/transitions";
import { returnShare } from "../bookings/cancel/course-share";
import { lockDates } from "../bookings/lock";
import { cancelPlace, changePaymentStatus, changeState } from "../bookings/transitions";
import { countPlaces, fits } from "../../catalogue/schedule/places";
import { offerPlaces, reopenCourseOffer } from "../waitlist/offers";
import { nameDate } from "../../catalogue/schedule/name-date";
import { type HeldDate, readDatesOf } from "../courses/held-dates";
import { mailCourse } from "../courses/mail-course";
import { mailDatesCancelled } from "../courses/mail-course-cancelled";
import { none, nothing } from "./nothing";

/** Locks the bookings of a purchase, whose sessions are locked. */
async function lockDatesOf(tx: Transaction, { id }: Pick<Purchase, "id">): Promise<HeldDate[]> {
  await lockDates(tx, id);
  return readDatesOf(tx, [id]);
}

const isLive = ({ booking }: HeldDate): boolean => booking.status !== "cancelled";

/** A place on each date. */
export const course: SoldKind = {
  office: courseOffice,
  book: courseBook,
  async open(tx, services, purchase, before) {
    // A refund that comes back does not take places again that were given up.
    if (before === "refunded") return;
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
    if (freed.length === 0) return null;
    return freed.length === 1 ? "1 date to come is cancelled" : `${freed.length} dates to come are cancelled`;
  },
  freeze: nothing,
  followRefund: nothing,
  async whatIsGone(tx, { clock, settings }, { id }) {
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
    const amountMinor = unused.reduce((sum, { booking }) => sum + (booking.payerShare ?? 0), 0);
    return { amountMinor, text: `${unused.length} of ${dates.length} dates are still to come.` };
  },
  assign: nothing,
  confirm: mailCourse,
  tellPart: () => Promise.resolve("Part of your payment for the course has been refunded."),
  heldPath: none,
  nameOwned: (_db, _services, { productTitle }) => Promise.resolve(productTitle),
};
