import { randomUUID } from "node:crypto";
import type { Transaction } from "@db/client";
import { auditEntries } from "@db/schema";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { audit } from "../../core/record-audit";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { runOncePerForm } from "../../core/forms";
import { paragraphsOf } from "../../core/input-schemas";
import { inTransaction } from "../../core/transaction";
import { hasAsked, selectReceivers } from "../../platform/mail/consents";
import { enqueueMails, previewMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";
import type { newsletter } from "./schemas";

type Newsletter = z.infer<typeof newsletter>;

/** Returns how many have agreed and a new form key. */
export async function getNewsletterForm({ db }: MemberContext): Promise<{ recipients: number; formKey: string }> {
  return { recipients: await db.$count(selectReceivers(db, hasAsked).as("receivers")), formKey: randomUUID() };
}

type Preview = { subject: string; html: string; recipients: number };

/** Returns the mail as it is sent and how many get it. Throws closed without a recipient. */
export async function previewNewsletter(ctx: MemberContext, message: Newsletter): Promise<Preview> {
  const recipients = await selectReceivers(ctx.db, hasAsked);
  if (recipients.length === 0) throw noRecipient();
  const mail = { template: "newsletter", props: propsOf(ctx, message), isAnnouncement: true } as const;
  return { ...(await previewMail(ctx, mail)), recipients: recipients.length };
}

const action = "newsletter.sent";
const mailsPerStatement = 500;

/** Mails those who have agreed to announcements; the same form sends once. Throws closed without a recipient. */
export async function sendNewsletter(ctx: MemberContext, message: Newsletter): Promise<{ sent: number }> {
  const { formKey, subject, text } = message;
  return inTransaction(ctx, async (tx) => {
    await runOncePerForm(tx, ctx, { procedure: "sendNewsletter", formKey, input: { subject, text } }, async () => {
      const sent = await mailReceivers(tx, ctx, message);
      await audit(tx, ctx, action, formKey, { subject, sent });
    });
    return { sent: await readSent(tx, formKey) };
  });
}

async function mailReceivers(tx: Transaction, ctx: MemberContext, message: Newsletter): Promise<number> {
  const recipients = await selectReceivers(tx, hasAsked);
  if (recipients.length === 0) throw noRecipient();
  for (let from = 0; from < recipients.length; from += mailsPerStatement) {
    const some = recipients.slice(from, from + mailsPerStatement);
    await enqueueMails(
      tx,
      some.map(({ email, addressHash }) => ({
        template: "newsletter",
        to: email,
        // Hashed: a plain address would outlive its account.
        dedupeKey: `newsletter:${message.formKey}:${addressHash}`,
        replyTo: ctx.settings.adminEmail,
        isAnnouncement: true,
        props: propsOf(ctx, message),
      })),
    );
  }
  return recipients.length;
}

async function readSent(tx: Transaction, formKey: string): Promise<number> {
  const [entry] = await tx
    .select({ details: auditEntries.details })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.subjectType, "newsletter"),
        eq(auditEntries.subjectId, formKey),
        eq(auditEntries.action, action),
      ),
    );
  return Number(entry?.details?.sent ?? 0);
}

const propsOf = ({ settings }: MemberContext, { subject, text }: Newsletter) => ({
  site: siteFacts(settings),
  subject,
  paragraphs: paragraphsOf(text),
});

const noRecipient = () =>
  new DomainError("closed", "No one has agreed to announcements yet, so there is no one to email.");
