import { randomUUID } from "node:crypto";
import { sessionBookings } from "@db/schema";
import { and, eq, inArray } from "drizzle-orm";
import { DateTime } from "luxon";
import { actingAs } from "./recordings";
import { aSession } from "./sessions";
import type { TestApp } from "./test-app";

type Values = Parameters<typeof aSession>[1];

/** Returns noon of a day of next week or a later one, in the site's zone; Wednesday is the default. */
export const inWeek = (week: number, days = 2): Date =>
  DateTime.now()
    .setZone("Europe/London")
    .startOf("week")
    .plus({ weeks: week + 1, days, hours: 12 })
    .toJSDate();

/** Adds a weekly series with a date in each of the given weeks from the next one on. */
export async function aSeries({ db }: Pick<TestApp, "db">, weeks: number[] = [0, 1], values: Values = {}) {
  const seriesId = randomUUID();
  const dates = [];
  for (const week of weeks) dates.push(await aSession(db, { seriesId, startTime: inWeek(week), ...values }));
  return { seriesId, dates };
}

type Series = Awaited<ReturnType<typeof aSeries>>;

/** Returns how many of a series' dates an account has a place in. */
export const countPlacesOf = ({ db }: TestApp, { dates }: Pick<Series, "dates">, userId: string): Promise<number> =>
  db.$count(
    sessionBookings,
    and(
      eq(sessionBookings.userId, userId),
      eq(sessionBookings.status, "completed"),
      inArray(
        sessionBookings.sessionId,
        dates.map(({ id }) => id),
      ),
    ),
  );

/** Takes a standing place as its member. */
export const takeStanding = (app: TestApp, account: Parameters<typeof actingAs>[0], { seriesId }: Series) =>
  app.as(actingAs(account)).standing.take({ seriesId });
