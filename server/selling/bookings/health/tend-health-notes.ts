import { type Booking, liveSessions, outboxEmails, sessionBookings } from "@db/schema";
import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { DateTime } from "luxon";
import type { Services } from "../../../core/services";
import { readSiteSettings } from "../../../core/site-settings";
import { tendAnswers } from "../../free-times/tend-answers";
import { sealHealthNote, unsealHealthNote } from "./health-notes";

type TendServices = Pick<Services, "db" | "clock" | "settings" | "log">;
type NotedBooking = Pick<Booking, "id" | "healthNote" | "sealedHealthNote">;

const { id, healthNote, sealedHealthNote, createdAt } = sessionBookings;
const batch = 200;

/** Deletes notes whose time is over, encrypts the others with the first key, and empties sent mails that quote one. Safe to stop and repeat. */
export async function tendHealthNotes(services: TendServices): Promise<void> {
  const deleted = await deleteOldNotes(services);
  const { encrypted, unreadable } = await encryptNotes(services);
  await emptyQuotingMails(services);
  await tendAnswers(services);
  if (deleted + encrypted > 0) services.log.info({ deleted, encrypted }, "health notes deleted or encrypted");
  if (unreadable > 0) services.log.error({ unreadable }, "health notes can't be read: a key is missing");
}

async function deleteOldNotes(services: TendServices): Promise<number> {
  const { db, clock } = services;
  const { healthNoteMonths } = await readSiteSettings(services);
  const since = DateTime.fromJSDate(clock.now()).minus({ months: healthNoteMonths }).toJSDate();
  let deleted = 0;
  for (;;) {
    // Skips what another process has locked, which is due again the next night.
    const due = db
      .select({ id })
      .from(sessionBookings)
      .where(
        and(
          or(isNotNull(healthNote), isNotNull(sealedHealthNote)),
          gt(sql`${since}::timestamptz`, createdAt),
          isForgotten(since),
        ),
      )
      .limit(batch)
      .for("update", { skipLocked: true });
    const { rowCount } = await db
      .update(sessionBookings)
      .set({ healthNote: null, sealedHealthNote: null })
      .where(inArray(id, due));
    deleted += rowCount ?? 0;
    if (!rowCount) return deleted;
  }
}

/** Holds if the booking's session and every session that its person attended had ended by then. */
function isForgotten(since: Date) {
  const { userId, attendeeEmail, sessionId } = sessionBookings;
  const isLater = sql`session.start_time + make_interval(mins => session.duration_minutes) > ${since}::timestamptz`;
  const attends = sql`select from ${sessionBookings} other join ${liveSessions} session on session.id = other.session_id
    where ${isLater} and other.status in ('confirmed', 'completed') and session.cancelled_at is null`;
  return sql`not exists (select from ${liveSessions} session where session.id = ${sessionId} and ${isLater})
    and not exists (${attends} and other.user_id = ${userId})
    and not exists (${attends} and lower(other.attendee_email) = lower(${attendeeEmail}))`;
}

async function encryptNotes(services: TendServices): Promise<{ encrypted: number; unreadable: number }> {
  const [first] = services.settings.encryptionKeys;
  const isOutdated = or(isNotNull(healthNote), sql`split_part(${sealedHealthNote}, ':', 1) <> ${first?.id ?? ""}`);
  const counts = { encrypted: 0, unreadable: 0 };
  let last: string | undefined;
  for (;;) {
    const rows = await services.db
      .select({ id, healthNote, sealedHealthNote })
      .from(sessionBookings)
      .where(and(isOutdated, last ? gt(id, last) : undefined))
      .orderBy(asc(id))
      .limit(batch);
    for (const row of rows) counts[await encryptNote(services, row)] += 1;
    last = rows.at(-1)?.id;
    if (!last) return counts;
  }
}

/** Changes only what is still as it was read: another process, or the attendee, may have been faster. */
async function encryptNote({ db, settings }: TendServices, row: NotedBooking): Promise<"encrypted" | "unreadable"> {
  const note = noteIn(settings, row);
  if (note === null) return "unreadable";
  const isUnchanged = and(
    eq(id, row.id),
    row.healthNote === null ? isNull(healthNote) : eq(healthNote, row.healthNote),
    row.sealedHealthNote === null ? isNull(sealedHealthNote) : eq(sealedHealthNote, row.sealedHealthNote),
  );
  const sealed = sealHealthNote(settings, row.id, note);
  await db.update(sessionBookings).set({ healthNote: null, sealedHealthNote: sealed }).where(isUnchanged);
  return "encrypted";
}

function noteIn(settings: TendServices["settings"], row: NotedBooking): string | null {
  try {
    return row.healthNote ?? unsealHealthNote(settings, row.id, row.sealedHealthNote ?? "");
  } catch {
    return null;
  }
}

/** Mails of the previous version quote the note. One that is being sent is emptied the next night: a retry must not differ. */
async function emptyQuotingMails({ db }: TendServices): Promise<void> {
  const { template, props, html, sentAt, stopped } = outboxEmails;
  await db
    .update(outboxEmails)
    .set({ props: sql`(${props} - 'healthNote') || '{"hasHealthNote": true}'`, html: null, text: null })
    .where(
      and(
        inArray(template, ["admin-new-booking", "admin-booking-moved"]),
        sql`${props} ->> 'healthNote' is not null`,
        or(isNotNull(sentAt), isNotNull(stopped), isNull(html)),
      ),
    );
}
