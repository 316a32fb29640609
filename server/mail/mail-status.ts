import { and, isNotNull, isNull, not, or, sql, type SQL } from "drizzle-orm";
import { outboxEmails } from "@db/schema";
import type { MailFilter, MailStatus } from "./schemas";

/** What a mail's status follows from. */
export const statusColumns = {
  sentAt: outboxEmails.sentAt,
  lastError: outboxEmails.lastError,
  stopped: outboxEmails.stopped,
  deliveredAt: outboxEmails.deliveredAt,
  bouncedAt: outboxEmails.bouncedAt,
  complainedAt: outboxEmails.complainedAt,
};
type Row = Pick<typeof outboxEmails.$inferSelect, keyof typeof statusColumns>;

const stops = { refused: "undeliverable", withheld: "unsubscribed", unconfirmed: "unconfirmed" } as const;

/** What became of a mail. One that has failed is tried again by itself; a bounce outweighs a delivery. */
export function mailStatus(mail: Row): MailStatus {
  if (mail.complainedAt) return "complained";
  if (mail.bouncedAt) return "bounced";
  if (mail.sentAt) return mail.deliveredAt ? "delivered" : "sent";
  if (mail.stopped) return stops[mail.stopped];
  return mail.lastError === null ? "waiting" : "failed";
}

/** The same for a WHERE clause. */
export function whereMailIs(status: MailFilter): SQL | undefined {
  const { complainedAt, bouncedAt, deliveredAt, sentAt, stopped, lastError, dismissedAt } = outboxEmails;
  const isSent = and(isNotNull(sentAt), isNull(bouncedAt), isNull(complainedAt));
  const isWaiting = and(isNull(sentAt), isNull(stopped));
  const isStopped = (reason: keyof typeof stops) => and(isNull(sentAt), sql`${stopped} = ${reason}`);
  const isBounced = and(isNotNull(bouncedAt), isNull(complainedAt));
  const clauses: Record<MailFilter, SQL | undefined> = {
    complained: isNotNull(complainedAt),
    bounced: isBounced,
    delivered: and(isSent, isNotNull(deliveredAt)),
    sent: and(isSent, isNull(deliveredAt)),
    undeliverable: isStopped("refused"),
    unsubscribed: isStopped("withheld"),
    unconfirmed: isStopped("unconfirmed"),
    failed: and(isWaiting, isNotNull(lastError)),
    waiting: and(isWaiting, isNull(lastError)),
    unarrived: and(isUnarrived(), isNull(dismissedAt)),
  };
  return clauses[status];
}

/** Whether somebody should have had a mail and, for all that is known, does not have it. */
export function isUnarrived(): SQL | undefined {
  const { complainedAt, bouncedAt, sentAt, stopped } = outboxEmails;
  const isStopped = and(isNull(sentAt), isNotNull(stopped), not(sql`${stopped} = 'withheld'`));
  return or(isNotNull(bouncedAt), isNotNull(complainedAt), isStopped);
}
