import type { Queryable } from "@db/client";
import { outboxEmails } from "@db/schema";
import { and, eq, gt, inArray, isNotNull, isNull, not, notExists, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { normalEmail, shownEmail } from "../../core/email-address";

const mailStatuses = [
  "sent",
  "delivered",
  "waiting",
  "failed",
  "undeliverable",
  "bounced",
  "complained",
  "unsubscribed",
  "unconfirmed",
] as const;

export type MailStatus = (typeof mailStatuses)[number];

/** `unarrived`: not delivered for whatever reason, and not dismissed. */
export const mailFilters = [...mailStatuses, "unarrived"] as const;

type MailFilter = (typeof mailFilters)[number];

export const statusColumns = {
  sentAt: outboxEmails.sentAt,
  lastError: outboxEmails.lastError,
  stopped: outboxEmails.stopped,
  deliveredAt: outboxEmails.deliveredAt,
  bouncedAt: outboxEmails.bouncedAt,
  complainedAt: outboxEmails.complainedAt,
};
type StatusRow = Pick<typeof outboxEmails.$inferSelect, keyof typeof statusColumns>;

const stops = { refused: "undeliverable", withheld: "unsubscribed", unconfirmed: "unconfirmed" } as const;

/** Returns the status of a mail; a bounce takes precedence over a delivery. */
export function mailStatus(mail: StatusRow): MailStatus {
  if (mail.complainedAt) return "complained";
  if (mail.bouncedAt) return "bounced";
  if (mail.sentAt) return mail.deliveredAt ? "delivered" : "sent";
  if (mail.stopped) return stops[mail.stopped];
  return mail.lastError === null ? "waiting" : "failed";
}

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

export function isUnarrived(): SQL | undefined {
  const { complainedAt, bouncedAt, sentAt, stopped } = outboxEmails;
  const isStopped = and(isNull(sentAt), isNotNull(stopped), not(sql`${stopped} = 'withheld'`));
  return or(isNotNull(bouncedAt), isNotNull(complainedAt), isStopped);
}

type DeliveryFacts = Pick<typeof outboxEmails.$inferSelect, "recipient" | "lastError" | "bounceReason">;

type MailProblem = { title: string; advice: string };

const correct = "If the address is mistyped, correct it on the attendees page of the session and send the email again.";

export function describeProblem(
  status: MailStatus,
  { recipient, lastError, bounceReason }: DeliveryFacts,
): MailProblem | null {
  const to = shownEmail(recipient);
  const problems: Partial<Record<MailStatus, MailProblem>> = {
    undeliverable: {
      title: `Email to ${to} could not be delivered: ${(lastError ?? "").replace(/^Resend did not accept the mail: /, "")}`,
      advice: `It will not be sent again automatically. ${correct}`,
    },
    bounced: { title: `Email to ${to} bounced: ${bounceReason ?? "no reason given"}`, advice: correct },
    complained: {
      title: `${to} reported an email as spam`,
      advice: "They no longer get announcements. Emails about their bookings still go out.",
    },
    unconfirmed: {
      title: `Email to ${to} may not have arrived: the mail service has not confirmed it`,
      advice:
        "To avoid sending it twice, it will not be sent again automatically. Send it again unless the recipient has it.",
    },
    unsubscribed: {
      title: `Not sent: ${to} gets no announcements`,
      advice:
        "The recipient has not agreed to them or has unsubscribed, or an earlier email bounced or was reported as spam.",
    },
  };
  return problems[status] ?? null;
}

export type AddressProblem = { mailId: string; text: string };

/** Finds each address's newest undelivered mail that is neither dismissed nor followed by a delivered one. */
export async function findMailProblems(db: Queryable, addresses: string[]): Promise<Map<string, AddressProblem>> {
  if (addresses.length === 0) return new Map();
  const later = alias(outboxEmails, "later");
  const isDeliveredLater = db
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(sql`lower(${later.recipient})`, sql`lower(${outboxEmails.recipient})`),
        gt(later.createdAt, outboxEmails.createdAt),
        isNotNull(later.deliveredAt),
        isNull(later.bouncedAt),
      ),
    );
  const rows = await db
    .selectDistinctOn([sql`lower(${outboxEmails.recipient})`], {
      id: outboxEmails.id,
      recipient: outboxEmails.recipient,
      bounceReason: outboxEmails.bounceReason,
      ...statusColumns,
    })
    .from(outboxEmails)
    .where(
      and(
        inArray(sql`lower(${outboxEmails.recipient})`, addresses.map(normalEmail)),
        isUnarrived(),
        isNull(outboxEmails.dismissedAt),
        notExists(isDeliveredLater),
      ),
    )
    .orderBy(sql`lower(${outboxEmails.recipient})`, sql`${outboxEmails.createdAt} desc`);
  return new Map(
    rows.map((row) => [
      normalEmail(row.recipient),
      { mailId: row.id, text: describeProblem(mailStatus(row), row)?.title ?? "" },
    ]),
  );
}
