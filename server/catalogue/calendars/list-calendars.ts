import type { Queryable } from "@db/client";
import {
  type CalendarAccount,
  type CalendarSource,
  calendarAccounts,
  calendarCopies,
  calendarSources,
} from "@db/schema";
import { and, asc, eq, lte } from "drizzle-orm";
import type { Context } from "../../core/context";
import { printInstant } from "../../core/dates";
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
  const accounts = await db.select().from(calendarAccounts);
  const account = accounts.find(({ leftAt }) => leftAt === null);
  const listed = (accountId: string | null) =>
    sources.filter((source) => source.accountId === accountId).map((source) => describe(ctx, source));
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

function describe(ctx: Context, source: CalendarSource): ListedCalendar {
  const { id, name, host, isRead, isWritten, countsOpen, events, unreadable, answeredAt } = source;
  return {
    id,
    name,
    host,
    isAddress: source.accountId === null,
    isRead,
    isWritten,
    countsOpen,
    answer: answeredAt && { events, unreadable, at: printInstant(answeredAt, ctx.visitor.timeZone) },
    outage: outageOf(ctx, source),
  };
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
