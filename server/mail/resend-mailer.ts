import { Resend } from "resend";
import type { MailAttachment } from "@db/schema";
import type { Mailer } from "./mailer";
import { addressIn } from "./sender";

type ResendSettings = { apiKey: string; baseUrl?: string | undefined; from: string };

const patienceMs = 20_000;

/** Sends through Resend. The mail's id is the idempotency key, so a repeated call sends nothing twice. */
export function createResendMailer({ apiKey, baseUrl, from }: ResendSettings): Mailer {
  const resend = new Resend(apiKey, { ...(baseUrl && { baseUrl: baseUrl.replace(/\/+$/, "") }) });
  return {
    async send({ id, to, subject, html, text, senderName, replyTo, attachments }) {
      const { data, error } = await resend.emails.send(
        {
          from: senderName === undefined ? from : `"${senderName}" <${addressIn(from)}>`,
          to,
          subject,
          html,
          text,
          ...(replyTo && { replyTo }),
          ...(attachments && { attachments: attachments.map(inBase64) }),
        },
        { idempotencyKey: id, signal: AbortSignal.timeout(patienceMs) },
      );
      if (error) throw new Error(`Resend did not accept the mail: ${error.name}: ${error.message}`);
      return { providerId: data.id };
    },
  };
}

const inBase64 = ({ filename, contentType, content }: MailAttachment) => ({
  filename,
  contentType,
  content: Buffer.from(content).toString("base64"),
});
