import type { Queryable } from "@db/client";
import {
  type CalendarAccount,
  type CalendarSource,
  calendarAccounts,
  calendarBusyTimes,
  calendarCopies,
  calendarSources,
} from "@db/schema";
import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { printInstant, timeThisYear } from "../../core/dates";
import type { Services } from "../../core/services";
import { openLogin } from "./calendar-secrets";
import { isOfAccount } from "./empty-calendar";
import { sayFailure } from "./failures";
import type { ListedCalendar, ListedCalendars } from "./schemas";

/** Returns the instructor's calendars without their addresses, which nothing shows again. */
export async function listCalendars(ctx: Context): Promise<ListedCalendars> {
  const { db, settings } = ctx;
  const sources = await db
    .select()
    .from(calendarSources)
    .orderBy(asc(calendarSources.createdAt), asc(calendarSources.name));
  const nextTimes = await readNextTimes(ctx);
  const accounts = await db.select().from(calendarAccounts);
  const account = accounts.find(({ leftAt }) => leftAt === null);
  const listed = (accountId: string | null) =>
    sources
      .filter((source) => source.accountId === accountId)
      .map((source) => ({ ...describe(ctx, source), nextTimes: nextTimes.get(source.id) ?? [] }));
  return {
    addresses: listed(null),
    account: account
      ? {
          host: account.host,
          ...loginOf(settings, account),
          calendars: listed(account.id),
          outage: outageOf(ctx, account),
        }
      : null,
    leaving: await describeLeaving(
      db,
      accounts.find(({ leftAt }) => leftAt !== null),
    ),
  };
}

async function describeLeaving(db: Queryable, account: CalendarAccount | undefined) {
  return account ? { host: account.host, left: await db.$count(calendarCopies, isOfAccount(db, account.id)) } : null;
}

/** Returns the login without its password. */
function loginOf(settings: Context["settings"], account: CalendarAccount) {
  try {
    const { server, user } = openLogin(settings, account);
    return { server, user };
  } catch {
    return { server: null, user: null };
  }
}

function describe(ctx: Context, source: CalendarSource): Omit<ListedCalendar, "nextTimes"> {
  const { id, name, host, isRead, isWritten, countsOpen, events, unreadable, remarks, answeredAt } = source;
  return {
    id,
    name,
    host,
    isAddress: source.accountId === null,
    isRead,
    isWritten,
    countsOpen,
    answer: answeredAt && { events, unreadable, remarks, at: printInstant(answeredAt, ctx.visitor.timeZone) },
    outage: outageOf(ctx, source),
  };
}

const shownTimes = 3;

/** Returns the next busy times of each calendar, so that the instructor sees an hour that was read wrongly. */
async function readNextTimes({ db, clock, visitor }: Context): Promise<Map<string, string[]>> {
  const { sourceId, startsAt, endsAt } = calendarBusyTimes;
  const nth = sql<number>`row_number() over (partition by ${sourceId} order by ${startsAt})`.as("nth");
  const next = db
    .select({ sourceId, startsAt, endsAt, nth })
    .from(calendarBusyTimes)
    .where(gt(endsAt, clock.now()))
    .as("next");
  const rows = await db.select().from(next).where(lte(next.nth, shownTimes)).orderBy(next.sourceId, next.nth);
  const times = new Map<string, string[]>();
  for (const row of rows) {
    const said = printBusyTime(row, visitor.timeZone);
    times.set(row.sourceId, [...(times.get(row.sourceId) ?? []), said]);
  }
  return times;
}

function printBusyTime({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, timeZone: string): string {
  const [start, end] = [startsAt, endsAt].map((instant) => timeThisYear(instant, timeZone));
  const [day] = start?.match(/^.*, /) ?? [];
  return `${start} to ${day && end?.startsWith(day) ? end.slice(day.length) : end}`;
}

type Failing = { failingSince: Date | null; failure: string | null };

const outageOf = ({ visitor }: Context, { failingSince, failure }: Failing) =>
  failingSince && { reason: sayFailure(failure ?? ""), since: printInstant(failingSince, visitor.timeZone) };

const dayMs = 24 * 3_600_000;

/** Returns the names of calendars that have given no answer for a day. */
export async function findLongSilent({ db, clock }: Pick<Services, "db" | "clock">): Promise<string[]> {
  const since = new Date(clock.now().getTime() - dayMs);
  const { name, isRead, failingSince } = calendarSources;
  const silent = await db
    .select({ name })
    .from(calendarSources)
    .where(and(eq(isRead, true), lte(failingSince, since)))
    .orderBy(asc(name));
  const unwritable = await db
    .select({ name: calendarAccounts.host })
    .from(calendarAccounts)
    .where(lte(calendarAccounts.failingSince, since));
  return [...silent, ...unwritable].map((each) => each.name);
}
