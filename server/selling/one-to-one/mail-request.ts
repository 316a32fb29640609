import type { Transaction } from "@db/client";
import type { LiveSession, OneToOneRequest } from "@db/schema";
import { displayStart } from "../../core/dates";
import { requestBookPath, requestPath, sessionPath } from "../../core/paths";
import type { Services } from "../../core/services";
import { enqueueMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";
import { sessionFacts } from "../../catalogue/schedule/session-facts";

type RequestInSession = { request: OneToOneRequest; session: LiveSession };

type AskingContact = Pick<OneToOneRequest, "id" | "manageKey" | "email" | "firstName" | "timeZone">;

/** Mails the link that confirms the address that was typed. */
export async function mailToConfirm(
  tx: Transaction,
  { settings }: Services,
  { request, session, validHours }: { request: AskingContact; session: LiveSession; validHours: number },
): Promise<void> {
  await enqueueMail(tx, {
    template: "request-confirm",
    to: request.email,
    dedupeKey: `request-confirm:${request.id}`,
    replyTo: settings.adminEmail,
    props: { ...factsOf({ settings }, { request, session }), validFor: `${validHours} hours` },
  });
}

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
  await mailInstructor(tx, { settings }, { request, session, isLapsed: false });
}

/** Tells the instructor that someone has asked, or that a request has ended without an answer. */
export async function mailInstructor(
  tx: Transaction,
  { settings }: Pick<Services, "settings">,
  { request, session, isLapsed }: RequestInSession & { isLapsed: boolean },
): Promise<void> {
  await enqueueMail(tx, {
    template: "admin-request",
    to: settings.adminEmail,
    dedupeKey: `admin-request${isLapsed ? "-lapsed" : ""}:${request.id}`,
    replyTo: request.email,
    props: {
      site: siteFacts(settings),
      attendee: { name: `${request.firstName} ${request.lastName}`, email: request.email },
      session: sessionFacts(session, settings, settings.siteTimeZone),
      officeUrl: `${settings.siteUrl}/admin/one-to-one`,
      ...(isLapsed && { isLapsed }),
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

type MailedRequest = {
  request: Pick<AskingContact, "id" | "manageKey" | "firstName" | "timeZone">;
  session: LiveSession;
};

const factsOf = ({ settings }: Pick<Services, "settings">, { request, session }: MailedRequest) => ({
  site: siteFacts(settings),
  firstName: request.firstName,
  session: sessionFacts(session, settings, request.timeZone),
  requestUrl: settings.siteUrl + requestPath(request),
});
