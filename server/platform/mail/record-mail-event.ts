import { inTransaction } from "../../core/transaction";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { mailEvents, outboxEmails } from "@db/schema";
import type { Services } from "../../core/services";
import { isReachable } from "../../core/email-address";
import { lockSentMail } from "./lock";
import { mailIdTag } from "./resend-mailer";
import { suppress } from "./consents";

type OutboxRow = typeof outboxEmails.$inferSelect;

const text = z.string().max(5000).catch("");

/** The part of an event that is read (https://resend.com/docs/webhooks/event-types). */
const mailEvent = z.object({
  type: z.string().max(100),
  data: z.object({
    email_id: z.string().regex(/^[\x21-\x7e]{1,200}$/),
    tags: z.object({ [mailIdTag]: z.uuid().optional().catch(undefined) }).catch({}),
    bounce: z.object({ message: text, type: text, subType: text }).optional().catch(undefined),
    suppressed: z.object({ message: text }).optional().catch(undefined),
    failed: z.object({ reason: text }).optional().catch(undefined),
  }),
});
type MailEvent = z.infer<typeof mailEvent>;

const recorded = [
  "email.sent",
  "email.delivered",
  "email.bounced",
  "email.suppressed",
  "email.failed",
  "email.complained",
];

type ReceivedEvent = { id: string; payload: unknown };

/** Records an event once, in any order of arrival: a bounce or complaint stays despite a delivery. */
export async function recordMailEvent(services: Services, { id, payload }: ReceivedEvent): Promise<void> {
  const { db, clock, log } = services;
  const { data: event } = mailEvent.safeParse(payload);
  if (!event || !recorded.includes(event.type)) return log.info({ eventId: id }, "mail event ignored");
  await inTransaction({ db }, async (tx) => {
    const isNew = await tx.insert(mailEvents).values({ id, receivedAt: clock.now() }).onConflictDoNothing().returning();
    if (isNew.length === 0) return;
    const { email_id: providerId, tags } = event.data;
    const mail = await lockSentMail(tx, { providerId, ownId: tags[mailIdTag] });
    if (!mail || !isReachable(mail.recipient))
      return log.warn({ eventId: id, eventType: event.type }, "event of an unknown mail");
    await tx
      .update(outboxEmails)
      .set({ ...proofOfSending(mail, event, clock.now()), ...effectOf(mail, event, clock.now()) })
      .where(eq(outboxEmails.id, mail.id));
    const reason = suppressionFor(event);
    if (reason) await suppress(tx, mail.recipient, reason, clock.now());
    log.info({ mailId: mail.id, eventType: event.type }, "mail event recorded");
  });
}

/** Any event proves that Resend has accepted the mail. */
function proofOfSending({ sentAt, providerId }: OutboxRow, { data }: MailEvent, now: Date): Partial<OutboxRow> {
  return {
    sentAt: sentAt ?? now,
    providerId: providerId ?? data.email_id,
    stopped: null,
    unansweredAt: null,
    lastError: null,
  };
}

function effectOf(mail: OutboxRow, { type, data }: MailEvent, now: Date): Partial<OutboxRow> {
  const { bounce, suppressed, failed } = data;
  const reason = bounce?.message || suppressed?.message || failed?.reason || "no reason given";
  const bounced = { bouncedAt: mail.bouncedAt ?? now, bounceReason: mail.bounceReason ?? oneLine(reason) };
  const effects: Record<string, Partial<OutboxRow>> = {
    "email.delivered": { deliveredAt: mail.deliveredAt ?? now },
    "email.bounced": bounced,
    "email.suppressed": bounced,
    "email.failed": bounced,
    "email.complained": { complainedAt: mail.complainedAt ?? now },
  };
  return effects[type] ?? {};
}

/** A transient bounce, such as a full mailbox, suppresses nothing. */
function suppressionFor({ type, data }: MailEvent) {
  if (type === "email.complained") return "complained";
  const isForGood = type === "email.suppressed" || (type === "email.bounced" && data.bounce?.type !== "Transient");
  return isForGood ? "bounced" : null;
}

const oneLine = (reason: string): string =>
  reason
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 300);
