import { and, isNotNull, isNull, type SQL } from "drizzle-orm";
import { outboxEmails } from "@db/schema";
import type { MailStatus } from "./schemas";

type Row = Pick<typeof outboxEmails.$inferSelect, "sentAt" | "lastError">;

/** A mail that has failed is tried again by itself, for days. */
export function mailStatus({ sentAt, lastError }: Row): MailStatus {
  if (sentAt !== null) return "sent";
  return lastError === null ? "waiting" : "failed";
}

/** The same for a WHERE clause. */
export function whereMailIs(status: MailStatus): SQL {
  if (status === "sent") return isNotNull(outboxEmails.sentAt);
  const isError = status === "failed" ? isNotNull(outboxEmails.lastError) : isNull(outboxEmails.lastError);
  return and(isNull(outboxEmails.sentAt), isError)!;
}
