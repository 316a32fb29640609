import type { Transaction } from "@db/client";
import type { MailAttachment } from "@db/schema";
import { longDay } from "../../core/dates";
import { heldCourseLink } from "../../core/paths";
import { referenceOf } from "../../core/reference";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { enqueueMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";
import { printDiscount, printRate, printTotal } from "../../platform/money/print-order";
import { firstNameOf } from "../purchases/mails";
import type { Purchase } from "../purchases/transitions";
import { bookingEvent, eventsFile } from "../../catalogue/schedule/session-event";
import { requireCourse } from "./course";
import { nameDate } from "../../catalogue/schedule/name-date";
import { describeTerms } from "./course-terms";
import { type HeldDate, readDatesOf } from "./held-dates";

const courseFilename = "course.ics";

/** Confirms a course to its buyer, with all dates and one calendar file. */
export async function mailCourse(
  tx: Transaction,
  services: Services,
  purchase: Purchase,
  opening: string,
): Promise<void> {
  const { settings } = services;
  const dates = (await readDatesOf(tx, [purchase.id])).filter(({ booking }) => booking.status === "completed");
  const { terms } = await requireCourse(tx, purchase.productId);
  const site = await readSiteSettings({ db: tx, settings });
  const rates = printRate(purchase);
  const timeZone = dates[0]?.booking.timeZone ?? settings.siteTimeZone;
  await enqueueMail(tx, {
    template: "course-confirmation",
    to: purchase.customerEmail,
    dedupeKey: `purchase-confirmation:${opening}`,
    replyTo: settings.adminEmail,
    attachments: [await courseAttachment(tx, services, dates)],
    props: {
      site: siteFacts(settings),
      firstName: firstNameOf(purchase),
      title: purchase.productTitle,
      dates: dates.map(({ session }) => nameDate(session, { settings, visitor: { timeZone } })),
      terms: describeTerms(terms, site),
      paid: { amount: printTotal(purchase), discount: printDiscount(purchase), ...(rates !== null && { rates }) },
      date: longDay(purchase.completedAt ?? purchase.createdAt, settings.siteTimeZone),
      reference: referenceOf(purchase),
      courseUrl: settings.siteUrl + heldCourseLink(purchase),
    },
  });
}

/** Returns one calendar file with all dates, those that were cancelled among them. */
export const courseFile = async (
  db: Transaction | Services["db"],
  services: Pick<Services, "settings" | "clock">,
  dates: HeldDate[],
  method: "publish" | "cancel" = "publish",
) => ({
  filename: courseFilename,
  text: await eventsFile(
    { ...services, db },
    dates.map(({ booking, session }) => bookingEvent(booking, session, services.settings)),
    method,
  ),
});

export async function courseAttachment(
  tx: Transaction,
  services: Services,
  dates: HeldDate[],
  method: "publish" | "cancel" = "publish",
): Promise<MailAttachment> {
  const { filename, text: content } = await courseFile(tx, services, dates, method);
  return { filename, contentType: `text/calendar; charset=utf-8; method=${method.toUpperCase()}`, content };
}
