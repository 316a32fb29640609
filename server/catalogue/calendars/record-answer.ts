import { calendarAccounts, calendarBusyTimes, type CalendarSource, calendarSources } from "@db/schema";
import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { siteFacts } from "../../platform/mail/templates";
import { enqueueMail } from "../../platform/mail/outbox";
import type { BusyInterval, ReadCalendar } from "../../platform/calendar/read-busy";
import type { CalendarAnswer } from "./ask-calendar";
import { type CalendarFailure, sayFailure } from "./failures";

type RecordServices = Pick<Services, "db" | "clock" | "settings" | "lockTimeoutMs">;

/** Replaces the busy times of a calendar. An answer that was asked for earlier than the one that counts changes nothing. */
export async function recordAnswer(
  services: RecordServices,
  id: string,
  askedAt: Date,
  answer: CalendarAnswer,
): Promise<void> {
  const { calendar, etag, lastModified } = answer;
  await inTransaction(services, async (tx) => {
    const [current] = await tx
      .update(calendarSources)
      .set({
        askedAt,
        answeredAt: services.clock.now(),
        etag,
        lastModified,
        failingSince: null,
        failure: null,
        retryAt: null,
        ...(calendar && { ...countsOf(calendar), readAt: askedAt }),
      })
      .where(
        and(eq(calendarSources.id, id), or(isNull(calendarSources.askedAt), lte(calendarSources.askedAt, askedAt))),
      )
      .returning({ id: calendarSources.id });
    if (!current || !calendar) return;
    await tx.delete(calendarBusyTimes).where(eq(calendarBusyTimes.sourceId, id));
    const { starts, ends } = columnsOf(calendar.busy);
    await tx.execute(sql`insert into ${calendarBusyTimes} (source_id, starts_at, ends_at)
      select ${id}::uuid, starts_at, ends_at
      from unnest(${sql.param(starts)}::timestamptz[], ${sql.param(ends)}::timestamptz[]) as busy (starts_at, ends_at)`);
  });
}

const countsOf = ({ events, unreadable, remarks, freeMinutes }: ReadCalendar) => ({
  events,
  unreadable,
  remarks,
  freeMinutes,
});

const columnsOf = (busy: BusyInterval[]) => ({
  starts: busy.map(({ start }) => start.toISOString()),
  ends: busy.map(({ end }) => end.toISOString()),
});

const shortestPauseMs = 60_000;
const longestPauseMs = 3_600_000;

/** Records that a calendar gave no answer; what it said last stays. It is left alone for as long as it has failed by now. */
export async function recordSilence(
  { db, clock }: RecordServices,
  { id, failingSince }: Pick<CalendarSource, "id" | "failingSince">,
  failure: CalendarFailure,
): Promise<void> {
  const now = clock.now();
  const failingMs = now.getTime() - (failingSince ?? now).getTime();
  const pauseMs = Math.min(Math.max(failingMs, shortestPauseMs), longestPauseMs);
  const since = sql`coalesce(${calendarSources.failingSince}, ${now.toISOString()}::timestamptz)`;
  await db
    .update(calendarSources)
    .set({ failure, failingSince: since, retryAt: new Date(now.getTime() + pauseMs) })
    .where(eq(calendarSources.id, id));
}

/** Outages that end sooner are not worth a mail. */
const patienceMs = 15 * 60_000;

/** Mails the instructor once for each outage; at once if a booking had to do without an answer. */
export async function tellOutages(services: RecordServices, { isAtOnce }: { isAtOnce: boolean }): Promise<void> {
  const { db, clock, settings } = services;
  const since = new Date(clock.now().getTime() - (isAtOnce ? 0 : patienceMs));
  const silent = await db
    .select()
    .from(calendarSources)
    .where(and(eq(calendarSources.isRead, true), lte(calendarSources.failingSince, since)));
  const unwritable = await db.select().from(calendarAccounts).where(lte(calendarAccounts.failingSince, since));
  const outages = [
    ...silent.map((source) => ({ ...source, isWriting: false })),
    ...unwritable.map((account) => ({ ...account, name: account.host, isWriting: true })),
  ];
  for (const { id, name, failingSince, failure, isWriting } of outages) {
    await inTransaction(services, (tx) =>
      enqueueMail(tx, {
        template: "admin-calendar-silent",
        to: settings.adminEmail,
        dedupeKey: `admin-calendar-silent:${isWriting ? "writing " : ""}${id}:${failingSince?.toISOString()}`,
        props: {
          site: siteFacts(settings),
          name,
          reason: sayFailure(failure ?? ""),
          isWriting,
          calendarUrl: `${settings.siteUrl}/admin/calendar`,
        },
      }),
    );
  }
}
