import type { Transaction } from "@db/client";
import { outboxEmails } from "@db/schema";
import type { SQL } from "drizzle-orm";

/** Locks mails of the outbox, so that none of them is sent or changed meanwhile. */
export const lockMails = (tx: Transaction, isMeant: SQL | undefined): Promise<(typeof outboxEmails.$inferSelect)[]> =>
  tx.select().from(outboxEmails).where(isMeant).orderBy(outboxEmails.createdAt, outboxEmails.id).for("update");
