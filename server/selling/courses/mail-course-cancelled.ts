import type { Transaction } from "@db/client";
import { referenceOf } from "../../core/reference";
import type { Services } from "../../core/services";
import { enqueueMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";
import { markAnnounced, type OwedRefund } from "../../payments/refunds";
import { printTotal } from "../../platform/money/print-order";
import { firstNameOf, mailInstructor } from "../purchases/mails";
import type { Purchase } from "../purchases/transitions";
import { returnedFacts } from "../bookings/mails/mail-cancelled";
import { nameDate } from "../../catalogue/schedule/name-date";
import type { HeldDate } from "./held-dates";
import { courseAttachment } from "./mail-course";

type CancelledCourse = { purchase: Purchase; dates: HeldDate[]; owed: OwedRefund[]; isKept?: boolean; at: Date };

/** Tells the buyer which dates of a course are cancelled, and what goes back, and the instructor that the buyer did it. */
export async function mailCourseCancelled(
  tx: Transaction,
  services: Services,
  cancelled: CancelledCourse,
): Promise<void> {
  const { purchase, dates } = cancelled;
  await mailDatesCancelled(tx, services, cancelled);
  const count = `${dates.length} ${dates.length === 1 ? "date" : "dates"}`;
  await mailInstructor(tx, services, purchase, {
    event: "Course cancelled",
    text: `${purchase.customerName} has cancelled ${count} of a course. What is to be refunded goes back by itself.`,
    amount: printTotal(purchase),
    dedupeKey: `admin-course-cancelled:${keyOf(cancelled)}`,
  });
}

const keyOf = ({ purchase, at }: CancelledCourse): string => `${purchase.id}:${at.toISOString()}`;

/** Tells the buyer which dates of a course are cancelled, and what goes back. */
export async function mailDatesCancelled(
  tx: Transaction,
  services: Services,
  cancelled: CancelledCourse,
): Promise<void> {
  const { settings } = services;
  const { purchase, dates, owed, isKept = false } = cancelled;
  const zones = { settings, visitor: { timeZone: dates[0]?.booking.timeZone ?? settings.siteTimeZone } };
  await enqueueMail(tx, {
    template: "course-cancelled",
    to: purchase.customerEmail,
    dedupeKey: `course-cancelled:${keyOf(cancelled)}`,
    replyTo: settings.adminEmail,
    attachments: [await courseAttachment(tx, services, dates, "cancel")],
    props: {
      site: siteFacts(settings),
      firstName: firstNameOf(purchase),
      title: purchase.productTitle,
      isKept,
      dates: dates.map(({ session }) => nameDate(session, zones)),
      returned: await returnedFacts(tx, {
        order: { kind: "purchase", id: purchase.id },
        owed,
        credits: null,
        mostMinor: dates.reduce((sum, { booking }) => sum + (booking.payerShare ?? 0), 0),
      }),
      reference: referenceOf(purchase),
    },
  });
  await markAnnounced(tx, owed);
}
