import { createHmac } from "node:crypto";

export const webhookSecret = `whsec_${Buffer.from("the secret of the tests' webhook").toString("base64")}`;

type EventSignature = { id?: string; secret?: string; timestamp?: number };

/** Returns the signature headers that Resend sends with a body. */
export function signatureOf(
  body: string,
  { id = crypto.randomUUID(), secret = webhookSecret, timestamp }: EventSignature = {},
) {
  const seconds = Math.floor(timestamp ?? Date.now() / 1000);
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return { "svix-id": id, "svix-timestamp": String(seconds), "svix-signature": `v1,${signature}` };
}

/** An event as Resend describes it. */
export const mailEvent = (type: string, emailId: string, more: object = {}) => ({
  type,
  created_at: "2026-11-22T09:41:11.894Z",
  data: {
    email_id: emailId,
    created_at: "2026-11-22T09:41:10.000Z",
    message_id: "<1@example.com>",
    from: "hello@breathroom.example",
    to: ["hannah@example.com"],
    subject: "Your place is booked",
    ...more,
  },
});

export const bounce = (message = "The recipient's mailbox does not exist.", type = "Permanent") => ({
  bounce: { message, type, subType: "General" },
});
