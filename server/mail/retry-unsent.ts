import { and, asc, isNull, lte } from "drizzle-orm";
import { outboxEmails } from "@db/schema";
import { enqueueJob } from "../jobs/enqueue-job";
import type { Services } from "../services";

/** Until then a mail's own job is trying. */
const patienceHours = 72;
const batch = 200;

/**
 * Tries mails again whose job has given up, or was lost: a mail service that fails for days delays mail and loses none.
 * A mail is sent once, however many jobs there are for it.
 */
export async function retryUnsent({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const longAgo = new Date(clock.now().getTime() - patienceHours * 3_600_000);
  const unsent = await db
    .select({ id: outboxEmails.id })
    .from(outboxEmails)
    .where(and(isNull(outboxEmails.sentAt), lte(outboxEmails.createdAt, longAgo)))
    .orderBy(asc(outboxEmails.createdAt))
    .limit(batch);
  for (const { id } of unsent) await enqueueJob(db, "deliver-mail", { mailId: id }, { jobKey: `deliver-mail:${id}` });
}
