import { and, asc, isNull, lte, sql } from "drizzle-orm";
import { outboxEmails } from "@db/schema";
import type { Services } from "../core/services";
import { deliveryKey, enqueueDelivery } from "./enqueue-delivery";

/** A mail's own job was enqueued with it; younger ones need no looking after. */
const patienceMs = 10 * 60_000;
const batch = 200;

/**
 * Enqueues the mails again whose job has given up, or was lost: a mail service that fails for days delays mail and loses
 * none. Mails that have a job are left alone, so that the oldest do not keep the others from their turn.
 */
export async function retryUnsent({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const { id, template, createdAt, sentAt, stopped } = outboxEmails;
  const hasJob = sql`exists (select from graphile_worker.jobs as jobs
    where jobs.key = ${deliveryKey("")} || ${id}::text and jobs.attempts < jobs.max_attempts)`;
  const longAgo = new Date(clock.now().getTime() - patienceMs);
  const unsent = await db
    .select({ id, template })
    .from(outboxEmails)
    .where(and(isNull(sentAt), isNull(stopped), lte(createdAt, longAgo), sql`not ${hasJob}`))
    .orderBy(asc(createdAt))
    .limit(batch);
  for (const mail of unsent) await enqueueDelivery(db, mail);
}
