import type { Transaction } from "@db/client";
import { sessionWaitlist } from "@db/schema";
import { enqueueMail } from "../../platform/mail/outbox";
import { displayStart, type Zones } from "../../core/dates";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { siteFacts } from "../../platform/mail/templates";
import { describeHeld } from "../../catalogue/passes/hold-credits";
import { nameDate } from "../../catalogue/schedule/name-date";
import { adminSessionUrl, sessionFacts } from "../../catalogue/schedule/session-facts";
import { type Entry, isOpenEntryIn } from "./entries";
import { type Line, pageOfLine, refOfLine } from "./lines";
import { acceptPath, entryPath } from "../../core/paths";
import { heldUntil, outlookOf } from "./offer-end";

type EntryInLine = { entry: Entry; line: Line };

export async function mailJoined(tx: Transaction, services: Services, { entry, line }: EntryInLine): Promise<void> {
  const { settings } = services;
  const { session } = line;
  const isTooLate = outlookOf(services, session, await readSiteSettings({ db: tx, settings })) === "none";
  await enqueueMail(tx, {
    template: "waitlist-joined",
    to: entry.email,
    dedupeKey: `waitlist-joined:${entry.id}`,
    replyTo: settings.adminEmail,
    props: { ...entryFacts(services, { entry, line }), isTooLate },
  });
  await enqueueMail(tx, {
    template: "admin-waitlist-entry",
    to: settings.adminEmail,
    dedupeKey: `admin-waitlist-entry:${entry.id}`,
    replyTo: entry.email,
    props: {
      site: siteFacts(settings),
      attendee: { name: `${entry.firstName} ${entry.lastName}`, email: entry.email },
      session: sessionFacts(session, settings, settings.siteTimeZone),
      ...datesOf(line, { settings, visitor: { timeZone: settings.siteTimeZone } }),
      quantity: entry.quantity,
      inLine: String(await tx.$count(sessionWaitlist, isOpenEntryIn(refOfLine(line)))),
      isTooLate,
      sessionUrl: line.courseId
        ? `${settings.siteUrl}/admin/courses/${line.courseId}/waitlist`
        : adminSessionUrl(settings, session),
    },
  });
}

export async function mailAlreadyInLine(tx: Transaction, services: Services, { entry, line }: EntryInLine) {
  await enqueueMail(tx, {
    template: "waitlist-already",
    to: entry.email,
    dedupeKey: `waitlist-already:${entry.id}:${services.clock.now().toISOString().slice(0, 10)}`,
    replyTo: services.settings.adminEmail,
    props: {
      ...entryFacts(services, { entry, line }),
      until: entry.status === "offered" ? offerUntil(services, { entry, line }) : null,
    },
  });
}

export async function mailOffer(tx: Transaction, services: Services, { entry, line }: EntryInLine): Promise<void> {
  const credits = await describeHeld(tx, entry);
  await enqueueMail(tx, {
    template: "waitlist-offer",
    to: entry.email,
    dedupeKey: `waitlist-offer:${entry.id}`,
    replyTo: services.settings.adminEmail,
    props: {
      ...entryFacts(services, { entry, line }),
      until: offerUntil(services, { entry, line }),
      acceptUrl: `${services.settings.siteUrl}${acceptPath(entry)}`,
      ...(credits && { credits }),
    },
  });
}

export async function mailPassedOn(tx: Transaction, services: Services, { entry, line }: EntryInLine): Promise<void> {
  await enqueueMail(tx, {
    template: "waitlist-offer-passed-on",
    to: entry.email,
    dedupeKey: `waitlist-offer-passed-on:${entry.id}`,
    replyTo: services.settings.adminEmail,
    props: {
      ...entryFacts(services, { entry, line }),
      sessionUrl: services.settings.siteUrl + pageOfLine(line),
    },
  });
}

function entryFacts({ settings }: Services, { entry, line }: EntryInLine) {
  return {
    site: siteFacts(settings),
    firstName: entry.firstName,
    quantity: entry.quantity,
    session: sessionFacts(line.session, settings, entry.timeZone),
    ...datesOf(line, { settings, visitor: { timeZone: entry.timeZone } }),
    entryUrl: `${settings.siteUrl}${entryPath(entry)}`,
  };
}

/** Names the dates of a course; nothing for a session. */
const datesOf = ({ courseId, dates }: Line, zones: Zones) =>
  courseId ? { dates: dates.map((date) => nameDate(date, zones)) } : {};

function offerUntil({ settings }: Services, { entry, line }: EntryInLine) {
  const { timeZone } = entry;
  const startTime = heldUntil(entry, line.session);
  const end = displayStart({ startTime, locationType: "online" }, { settings, visitor: { timeZone } });
  return { date: end.date, time: end.time, zone: end.zone };
}
