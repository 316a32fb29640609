import type { Database } from "@db/client";
import { type MailAttachment, outboxEmails } from "@db/schema";
import type { Mailer, Services } from "@server/core/services";
import { openSealed } from "@server/platform/mail/sealed-text";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import express, { type Request, type Response } from "express";
import { mailboxListPage, mailboxMailPage, mailboxNotFoundPage, mailboxStyle, type SentMail } from "./page";

const maxShown = 200;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The policy of a letter, which allows inline styles only, and sandboxes it outside its frame, too. */
const letterPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src https: data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** Serves `/mailbox` for people and `/mailbox.json` for tests. Both accept `?to=`. */
export function mailboxRouter({ db, settings }: Pick<Services, "db" | "settings">): express.Router {
  const router = express.Router();
  const site = { siteName: settings.siteName, timeZone: settings.siteTimeZone };
  const nothing = (request: Request, response: Response) =>
    sendPage(response.status(404), mailboxNotFoundPage({ ...site, base: baseOf(request) }));

  router.get("/mailbox.json", (request, response, next) => {
    listSentMails({ db, settings }, recipientIn(request))
      .then((mails) => response.set("Cache-Control", "no-store").json(mails))
      .catch(next);
  });
  router.get("/mailbox.css", (_request, response) => {
    response.set("Cache-Control", "no-cache").type("text/css").send(mailboxStyle);
  });
  router.get("/mailbox", (request, response, next) => {
    const to = recipientIn(request);
    listSentMails({ db, settings }, to)
      .then((mails) => sendPage(response, mailboxListPage({ ...site, mails, to, base: baseOf(request) })))
      .catch(next);
  });
  router.get("/mailbox/:id.html", (request, response, next) => {
    findSentMail({ db, settings }, request.params.id)
      .then((mail) => (mail ? sendLetter(response, mail.html) : nothing(request, response)))
      .catch(next);
  });
  router.get("/mailbox/:id", (request, response, next) => {
    findSentMail({ db, settings }, request.params.id)
      .then((mail) => {
        if (!mail) return nothing(request, response);
        const { attachments, ...shown } = mail;
        const filenames = (attachments ?? []).map(({ filename }) => filename);
        sendPage(response, mailboxMailPage({ ...site, mail: shown, attachments: filenames, base: baseOf(request) }));
      })
      .catch(next);
  });
  router.get("/mailbox/:id/attachments/:index", (request, response, next) => {
    findSentMail({ db, settings }, request.params.id)
      .then((mail) => {
        const attachment = mail?.attachments?.[Number(request.params.index)];
        return attachment ? sendAttachment(response, attachment) : nothing(request, response);
      })
      .catch(next);
  });
  return router;
}

const columns = {
  id: outboxEmails.id,
  to: outboxEmails.recipient,
  subject: outboxEmails.subject,
  html: sql<string>`coalesce(${outboxEmails.html}, '')`,
  text: sql<string>`coalesce(${outboxEmails.text}, '')`,
  createdAt: outboxEmails.createdAt,
};

type MailboxServices = { db: Database; settings: Services["settings"] };

/** What is sealed in the outbox is shown as its recipient sees it. */
const opened = <Sent extends { html: string; text: string }>({ settings }: MailboxServices, mail: Sent): Sent => ({
  ...mail,
  html: openSealed(settings, mail.html),
  text: openSealed(settings, mail.text),
});

async function listSentMails(services: MailboxServices, to: string | null): Promise<SentMail[]> {
  const isToThem = to === null ? undefined : eq(sql`lower(${outboxEmails.recipient})`, to.toLowerCase());
  const mails = await services.db
    .select(columns)
    .from(outboxEmails)
    .where(and(isNotNull(outboxEmails.sentAt), isToThem))
    .orderBy(desc(outboxEmails.createdAt), desc(outboxEmails.id))
    .limit(maxShown);
  return mails.map((mail) => opened(services, mail));
}

async function findSentMail(
  services: MailboxServices,
  id: string,
): Promise<(SentMail & { attachments: MailAttachment[] | null }) | undefined> {
  if (!uuid.test(id)) return undefined;
  const [mail] = await services.db
    .select({ ...columns, attachments: outboxEmails.attachments })
    .from(outboxEmails)
    .where(and(eq(outboxEmails.id, id), isNotNull(outboxEmails.sentAt)));
  return mail && opened(services, mail);
}

function recipientIn({ query }: Request): string | null {
  return typeof query.to === "string" && query.to.trim() ? query.to.trim() : null;
}

const baseOf = ({ baseUrl }: Request) => `${baseUrl}/mailbox`;

function sendPage(response: Response, html: string): void {
  response.set({ "Content-Security-Policy": pagePolicy, "Cache-Control": "no-store" }).type("html").send(html);
}

function sendLetter(response: Response, html: string): void {
  response
    .set({
      "Content-Security-Policy": letterPolicy,
      "X-Frame-Options": "SAMEORIGIN",
      "Cache-Control": "no-store",
    })
    .type("html")
    .send(html);
}

function sendAttachment(response: Response, { filename, contentType, content }: MailAttachment): void {
  response.attachment(filename).set({ "Content-Type": contentType, "Cache-Control": "no-store" }).send(content);
}

/** Sends nothing: the mailbox shows the outbox's sent rows. */
export function createMailboxMailer(): Mailer {
  return { send: () => Promise.resolve({ providerId: null }) };
}
