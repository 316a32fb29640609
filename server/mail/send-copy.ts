import { createHash } from "node:crypto";
import type { Transaction } from "@db/client";
import { outboxEmails } from "@db/schema";
import { eq, sql, type SQL } from "drizzle-orm";
import { normalEmail } from "../core/email-address";
import { newToken } from "../core/secrets";
import { enqueueDelivery } from "./outbox";
import { uuidPattern } from "../core/input-schemas";

type Row = typeof outboxEmails.$inferSelect;
type Copy = {
  to: string;
  dedupeKey: string;
  now: Date;
  props?: Row["props"];
};

/** Sends a mail again and dismisses the first one. Returns null if the copy exists already. */
export async function sendCopy(
  tx: Transaction,
  mail: Row,
  { to, dedupeKey, now, props }: Copy,
): Promise<string | null> {
  const { template, subject, replyTo, senderName, attachments, html, text, isAnnouncement } = mail;
  const isElsewhere = normalEmail(to) !== normalEmail(mail.recipient);
  const isAnew = props !== undefined || (isAnnouncement && isElsewhere);
  const [made] = await tx
    .insert(outboxEmails)
    .values({
      ...{ template, subject, replyTo, attachments, isAnnouncement, dedupeKey },
      ...(isAnew ? {} : { senderName, html, text }),
      props: props ?? mail.props,
      unsubscribeKey: isAnnouncement && isElsewhere ? newToken() : mail.unsubscribeKey,
      recipient: to,
      createdAt: now,
    })
    .onConflictDoNothing({ target: outboxEmails.dedupeKey })
    .returning({ id: outboxEmails.id });
  if (!made) return null;
  await tx.update(outboxEmails).set({ dismissedAt: now }).where(eq(outboxEmails.id, mail.id));
  await enqueueDelivery(tx, { id: made.id, template });
  return made.id;
}

/** Matches mails by the ids in their dedupe key, which copies inherit. */
export const isAbout = (ids: string[]): SQL =>
  sql`exists (select from regexp_matches(${outboxEmails.dedupeKey}, ${uuidPattern}, 'g') as about (ids)
    where about.ids[1] = any(${sql.param(ids)}::text[]))`;

type Keyed = Pick<typeof outboxEmails.$inferSelect, "dedupeKey">;

/** Hashed: a plain address would outlive its account. */
export const forwardedKey = ({ dedupeKey }: Keyed, to: string): string =>
  `${dedupeKey}:to:${createHash("sha256").update(normalEmail(to)).digest("base64url")}`;

export const resentKey = ({ dedupeKey }: Keyed, formKey: string): string => `${dedupeKey}:again:${formKey}`;
