import type { Transaction } from "@db/client";
import type { LiveSession, OneToOneRequest } from "@db/schema";
import { displayStart } from "../../core/dates";
import { requestBookPath, requestPath, sessionPath } from "../../core/paths";
import type { Services } from "../../core/services";
import { enqueueMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";
import { sessionFacts } from "../schedule/session-facts";

type RequestInSession = { request: OneToOneRequest; session: LiveSession };

/** Tells those who have asked, and the instructor. */
export async function mailAsked(tx: Transaction, { settings }: Services, asked: RequestInSession): Promise<void> {
  const { request, session } = asked;
  await enqueueMail(tx, {
    template: "request-asked",
    to: request.email,
    dedupeKey: `request-asked:${request.id}`,
    replyTo: settings.adminEmail,
    props: factsOf({ settings }, asked),
  });
  await enqueueMail(tx, {
    template: "admin-request",
    to: settings.adminEmail,
    dedupeKey: `admin-request:${request.id}`,
    replyTo: request.email,
    props: {
      site: siteFacts(settings),
      attendee: { name: `${request.firstName} ${request.lastName}`, email: request.email },
      session: sessionFacts(session, settings, settings.siteTimeZone),
      officeUrl: `${settings.siteUrl}/admin/one-to-one`,
    },
  });
}

export async function mailApproved(
  tx: Transaction,
  { settings }: Services,
  { until, ...approved }: RequestInSession & { until: Date },
): Promise<void> {
  const { request, session } = approved;
  const zones = { settings, visitor: request };
  const { date, time, zone } = displayStart({ startTime: until, locationType: session.locationType }, zones);
  await enqueueMail(tx, {
    template: "request-approved",
    to: request.email,
    dedupeKey: `request-approved:${request.id}`,
    replyTo: settings.adminEmail,
    props: {
      ...factsOf({ settings }, approved),
      until: { date, time, zone },
      bookUrl: settings.siteUrl + requestBookPath(request),
    },
  });
}

export async function mailDeclined(
  tx: Transaction,
  { settings }: Services,
  { isLapsed, ...declined }: RequestInSession & { isLapsed: boolean },
): Promise<void> {
  const { request, session } = declined;
  await enqueueMail(tx, {
    template: "request-declined",
    to: request.email,
    dedupeKey: `request-declined:${request.id}`,
    replyTo: settings.adminEmail,
    props: { ...factsOf({ settings }, declined), isLapsed, offerUrl: settings.siteUrl + sessionPath(session) },
  });
}

const factsOf = ({ settings }: Pick<Services, "settings">, { request, session }: RequestInSession) => ({
  site: siteFacts(settings),
  firstName: request.firstName,
  session: sessionFacts(session, settings, request.timeZone),
  requestUrl: settings.siteUrl + requestPath(request),
});
