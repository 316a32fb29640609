import { liveSessions, oneToOneAnswers } from "@db/schema";
import { and, asc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { DateTime } from "luxon";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { sealAnswer, unsealAnswer } from "./answers";

const { id, sessionId, sealedAnswer } = oneToOneAnswers;
const batch = 200;

/** Deletes private answers as old as health notes may be, and encrypts the others with the first key. Safe to repeat. */
export async function tendAnswers(services: Pick<Services, "db" | "clock" | "settings" | "log">): Promise<void> {
  const { db, clock, settings, log } = services;
  const { healthNoteMonths } = await readSiteSettings(services);
  const since = DateTime.fromJSDate(clock.now()).minus({ months: healthNoteMonths }).toJSDate();
  const ended = db
    .select({ id: liveSessions.id })
    .from(liveSessions)
    .where(
      and(
        isNotNull(liveSessions.offerId),
        sql`${liveSessions.startTime} + make_interval(mins => ${liveSessions.durationMinutes}) <= ${since}::timestamptz`,
      ),
    );
  await db.delete(oneToOneAnswers).where(and(isNotNull(sealedAnswer), inArray(sessionId, ended)));
  const isOutdated = sql`split_part(${sealedAnswer}, ':', 1) <> ${settings.encryptionKeys[0]?.id ?? ""}`;
  let last: string | undefined;
  let unreadable = 0;
  for (;;) {
    const rows = await db
      .select({ id, sealedAnswer })
      .from(oneToOneAnswers)
      .where(and(isNotNull(sealedAnswer), isOutdated, last ? gt(id, last) : undefined))
      .orderBy(asc(id))
      .limit(batch);
    for (const row of rows) {
      const answer = unsealAnswer(settings, row.id, row.sealedAnswer ?? "");
      if (answer === null) unreadable += 1;
      else
        await db
          .update(oneToOneAnswers)
          .set({ sealedAnswer: sealAnswer(settings, row.id, answer) })
          .where(eq(id, row.id));
    }
    last = rows.at(-1)?.id;
    if (!last) break;
  }
  if (unreadable > 0) log.error({ unreadable }, "private answers can't be read: a key is missing");
}
