import type { Transaction } from "@db/client";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { readSiteSettings, type SiteSettings } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { refundPart } from "../../payments/refunds";
import { releaseUnpaidOrRefuse } from "../../payments/release";
import { lockPurchase } from "../purchases/lock";
import { changePurchaseState } from "../purchases/transitions";
import { cancellationOf } from "../bookings/cancellation";
import { lockDates } from "../bookings/lock";
import { changePayers } from "../bookings/payers";
import { cancelPlace } from "../bookings/transitions";
import { offerPlaces } from "../waitlist/offers";
import { type HeldCourseRef, requireHeldCourse } from "./held-course";
import { type HeldDate, readDatesOf } from "./held-dates";
import { mailCourseCancelled } from "./mail-course-cancelled";

type Terms = { site: Pick<SiteSettings, "isCancellingOn" | "cancelWindowHours">; now: Date };

/**
 * Returns the dates that the buyer can cancel with their course now, and whose shares come back: those outside the
 * site's window, one that was given up among them.
 */
export const refundableDates = (dates: HeldDate[], { site, now }: Terms): HeldDate[] =>
  dates.filter(({ booking, session }) => {
    const { payerShare, shareReturnedAt } = booking;
    // 0 once it was made up: then the other date has the share.
    const hasShare = shareReturnedAt === null && (booking.status !== "cancelled" || (payerShare ?? 0) > 0);
    const asBooked = { ...booking, status: "completed" as const };
    return hasShare && cancellationOf({ booking: asBooked, session, site, now }).kind === "allowed";
  });

type CancelOutcome = { outcome: "cancelled" | "paid_meanwhile" };

/**
 * Cancels what is left of a course and refunds its shares; dates inside the window stay booked. Safe to repeat. An
 * unpaid course ends once Stripe has closed its checkout. Throws not_found, closed, busy.
 */
export async function cancelCourse(ctx: Context, ref: HeldCourseRef): Promise<CancelOutcome> {
  const { id, status } = await requireHeldCourse(ctx.db, ctx, ref);
  if (status === "pending") {
    const released = await releaseUnpaidOrRefuse(ctx, { kind: "purchase", id });
    return { outcome: released === "kept" ? "paid_meanwhile" : "cancelled" };
  }
  const site = await readSiteSettings(ctx);
  const wasOpen = refundableDates(await readDatesOf(ctx.db, [id]), { site, now: ctx.clock.now() }).length > 0;
  const asked = { id, site, wasOpen };
  return inTransaction(ctx, (tx) => cancelLocked(tx, ctx, asked), "Failed to cancel. Please try again.");
}

type AskedCancellation = {
  id: string;
  site: SiteSettings;
  /** Whether something could be cancelled before the purchase was locked: if not any more, a second press did it. */
  wasOpen: boolean;
};

async function cancelLocked(
  tx: Transaction,
  ctx: Context,
  { id, site, wasOpen }: AskedCancellation,
): Promise<CancelOutcome> {
  const locked = await lockPurchase(tx, id);
  if (!locked) throw new DomainError("not_found", "Course not found");
  const { purchase } = locked;
  if (purchase.status !== "paid" && purchase.status !== "free") return { outcome: "cancelled" };
  await lockDates(tx, id);
  const dates = await readDatesOf(tx, [id]);
  const now = ctx.clock.now();
  const ending = refundableDates(dates, { site, now });
  if (ending.length === 0) {
    const isOver = dates.every(({ booking }) => booking.status === "cancelled");
    if (isOver || wasOpen) return { outcome: "cancelled" };
    throw new DomainError("closed", "You can no longer cancel this course online. Please write to me.");
  }
  for (const { booking, session } of ending) {
    if (booking.status === "cancelled") continue;
    await cancelPlace(tx, booking, now);
    await offerPlaces(tx, ctx, session);
  }
  const ids = ending.map(({ booking }) => booking.id);
  await changePayers(tx, ids, { returnedAt: now });
  const wantedMinor = ending.reduce((sum, { booking }) => sum + (booking.payerShare ?? 0), 0);
  const isPaid = purchase.status === "paid" && wantedMinor > 0;
  const owed = isPaid ? await refundPart(tx, { kind: "purchase", id }, wantedMinor, "cancelled") : [];
  if (purchase.status === "free" && (await isAllCancelled(tx, id))) {
    await changePurchaseState(tx, purchase, "cancelled", ctx);
  }
  await mailCourseCancelled(tx, ctx, { purchase, dates: await readCancelled(tx, id, ids), owed, at: now });
  return { outcome: "cancelled" };
}

const isAllCancelled = async (tx: Transaction, id: string): Promise<boolean> =>
  (await readDatesOf(tx, [id])).every(({ booking }) => booking.status === "cancelled");

const readCancelled = async (tx: Transaction, id: string, ids: string[]): Promise<HeldDate[]> =>
  (await readDatesOf(tx, [id])).filter(({ booking }) => ids.includes(booking.id));
