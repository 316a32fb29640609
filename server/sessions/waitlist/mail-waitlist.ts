import type { Transaction } from "@db/client";
import { type LiveSession, sessionWaitlist } from "@db/schema";
import { enqueueMail } from "../../platform/mail/outbox";
import { displayStart } from "../../core/dates";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { siteFacts } from "../../platform/mail/templates";
import { describeHeld } from "../../selling/passes/hold-credits";
import { adminSessionUrl, sessionFacts } from "../schedule/session-facts";
import { type Entry, isOpenEntryOf } from "./entries";
import { acceptPath, entryPath } from "../../core/paths";
import { heldUntil, outlookOf } from "./offer-end";

type EntryInSession = { entry: Entry; session: LiveSession };

export async function mailJoined(
  tx: Transaction,
  services: Services,
  { entry, session }: EntryInSession,
): Promise<void> {
  const { settings } = services;
  const isTooLate = outlookOf(services, session, await readSiteSettings({ db: tx, settings })) === "none";
  await enqueueMail(tx, {
    template: "waitlist-joined",
    to: entry.email,
    dedupeKey: `waitlist-joined:${entry.id}`,
    replyTo: settings.adminEmail,
    props: { ...entryFacts(services, { entry, session }), isTooLate },
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
      quantity: entry.quantity,
      inLine: String(await tx.$count(sessionWaitlist, isOpenEntryOf(session.id))),
      isTooLate,
      sessionUrl: adminSessionUrl(settings, session),
    },
  });
}

export async function mailAlreadyInLine(tx: Transaction, services: Services, { entry, session }: EntryInSession) {
  await enqueueMail(tx, {
    template: "waitlist-already",
    to: entry.email,
    dedupeKey: `waitlist-already:${entry.id}:${services.clock.now().toISOString().slice(0, 10)}`,
    replyTo: services.settings.adminEmail,
    props: {
      ...entryFacts(services, { entry, session }),
      until: entry.status === "offered" ? offerUntil(services, { entry, session }) : null,
    },
  });
}

export async function mailOffer(
  tx: Transaction,
  services: Services,
  { entry, session }: EntryInSession,
): Promise<void> {
  const credits = await describeHeld(tx, entry);
  await enqueueMail(tx, {
    template: "waitlist-offer",
    to: entry.email,
    dedupeKey: `waitlist-offer:${entry.id}`,
    replyTo: services.settings.adminEmail,
    props: {
      ...entryFacts(services, { entry, session }),
      until: offerUntil(services, { entry, session }),
      acceptUrl: `${services.settings.siteUrl}${acceptPath(entry)}`,
      ...(credits && { credits }),
    },
  });
}

export async function mailPassedOn(
  tx: Transaction,
  services: Services,
  { entry, session }: EntryInSession,
): Promise<void> {
  await enqueueMail(tx, {
    template: "waitlist-offer-passed-on",
    to: entry.email,
    dedupeKey: `waitlist-offer-passed-on:${entry.id}`,
    replyTo: services.settings.adminEmail,
    props: {
      ...entryFacts(services, { entry, session }),
      sessionUrl: `${services.settings.siteUrl}/sessions/${session.id}`,
    },
  });
}

function entryFacts({ settings }: Services, { entry, session }: EntryInSession) {
  return {
    site: siteFacts(settings),
    firstName: entry.firstName,
    quantity: entry.quantity,
    session: sessionFacts(session, settings, entry.timeZone),
    entryUrl: `${settings.siteUrl}${entryPath(entry)}`,
  };
}

function offerUntil({ settings }: Services, { entry, session }: EntryInSession) {
  const { timeZone } = entry;
  const startTime = heldUntil(entry, session);
  const end = displayStart({ startTime, locationType: "online" }, { settings, visitor: { timeZone } });
  return { date: end.date, time: end.time, zone: end.zone };
}
