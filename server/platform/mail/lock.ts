import type { Transaction } from "@db/client";
import { mailConsents, openingMails, outboxEmails } from "@db/schema";
import { eq, or, type SQL, sql } from "drizzle-orm";
import type { Consent } from "./consents";

type OutboxRow = typeof outboxEmails.$inferSelect;

/** Locks mails of the outbox, so that none of them is sent or changed meanwhile. */
export const lockMails = (tx: Transaction, isMeant: SQL | undefined): Promise<OutboxRow[]> =>
  tx.select().from(outboxEmails).where(isMeant).orderBy(outboxEmails.createdAt, outboxEmails.id).for("update");

type SentMail = { providerId: string; ownId: string | undefined };

/** Locks a mail by Resend's id, or by ours if Resend's response was lost. */
export async function lockSentMail(tx: Transaction, { providerId, ownId }: SentMail): Promise<OutboxRow | undefined> {
  const [mail] = await tx
    .select()
    .from(outboxEmails)
    .where(or(eq(outboxEmails.providerId, providerId), ownId ? eq(outboxEmails.id, ownId) : undefined))
    .orderBy(sql`${outboxEmails.providerId} = ${providerId} desc nulls last`)
    .limit(1)
    .for("update");
  return mail;
}

/** Locks who is mailed about a collection, so that two runs don't tell them the same. */
export async function lockOpeningMails(tx: Transaction, which: SQL | undefined): Promise<void> {
  await tx.select().from(openingMails).where(which).for("update");
}

export async function lockConsent(tx: Transaction, isIt: SQL | undefined): Promise<Consent | undefined> {
  const [consent] = await tx.select().from(mailConsents).where(isIt).for("update");
  return consent;
}
