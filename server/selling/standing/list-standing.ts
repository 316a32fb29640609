import type { Queryable } from "@db/client";
import {
  liveSessions,
  type Membership,
  passes,
  sessionBookings,
  sessionCategories,
  type StandingPlace,
  standingPlaces,
} from "@db/schema";
import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Context } from "../../core/context";
import { isGranting } from "../../catalogue/entitlements/granting";
import { readSiteSettings } from "../../core/site-settings";
import { creditsFor } from "../../catalogue/passes/credits-for";
import { covers } from "../../catalogue/passes/use-pass";
import { cancellationOf } from "../bookings/cancellation";
import { nameDate } from "../../catalogue/schedule/name-date";
import { nameSeries } from "../../catalogue/schedule/series-rhythm";
import { whereUpcoming } from "../../catalogue/schedule/where-upcoming";
import type { StandingPlaces } from "./schemas";

/** Lists the standing places of a membership with their dates to come, and the series in which another can be taken. */
export async function listStanding(
  ctx: Context,
  membership: Membership,
): Promise<Pick<StandingPlaces, "places" | "choices">> {
  const own = await readOwn(ctx.db, membership);
  const dates = await readDates(ctx, own, membership);
  const choices = await listChoices(ctx, membership);
  const zone = ctx.settings.siteTimeZone;
  return {
    places: own.map(({ id, seriesId }) => {
      const inSeries = dates.filter(({ session }) => session.seriesId === seriesId);
      const next = inSeries[0]?.session;
      const known = choices.find(({ value }) => value === seriesId)?.label;
      return {
        id,
        name: known ?? (next ? nameSeries(next, zone) : "A series without dates to come"),
        dates: inSeries.map(({ bookingId, session, isReleasable }) => ({
          bookingId,
          isReleasable,
          text: nameDate(session, ctx),
        })),
      };
    }),
    choices: choices.filter(({ value }) => !own.some(({ seriesId }) => seriesId === value)),
  };
}

const readOwn = (db: Queryable, { id }: Membership): Promise<StandingPlace[]> =>
  db
    .select()
    .from(standingPlaces)
    .where(and(eq(standingPlaces.membershipId, id), isNull(standingPlaces.endedAt)))
    .orderBy(asc(standingPlaces.createdAt), asc(standingPlaces.id));

/** Reads the member's places in the dates to come of these series. */
async function readDates(ctx: Context, own: StandingPlace[], { userId }: Membership) {
  if (own.length === 0) return [];
  const seriesIds = own.map(({ seriesId }) => seriesId);
  const site = await readSiteSettings(ctx);
  const rows = await ctx.db
    .select({ booking: sessionBookings, session: liveSessions })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(
      and(
        eq(sessionBookings.userId, userId),
        inArray(sessionBookings.status, ["confirmed", "completed"]),
        inArray(liveSessions.seriesId, seriesIds),
        whereUpcoming(ctx),
      ),
    )
    .orderBy(asc(liveSessions.startTime), asc(sessionBookings.id));
  return rows.map(({ booking, session }) => ({
    bookingId: booking.id,
    session,
    isReleasable: cancellationOf({ booking, session, site, now: ctx.clock.now() }).kind === "allowed",
  }));
}

/** Lists the series with dates to come that a membership covers, the next one first. */
export async function listChoices(
  ctx: Pick<Context, "clock" | "settings"> & { db: Queryable },
  membership: Membership,
): Promise<StandingPlaces["choices"]> {
  if (!membership.coversSessions || !isGranting(membership, ctx.clock.now())) return [];
  const { db, settings } = ctx;
  const isCover = and(eq(passes.membershipId, membership.id), isNull(passes.credits));
  const [cover] = await db.select().from(passes).where(isCover);
  if (!cover) return [];
  const rows = await db
    .select({ session: liveSessions, categoryId: sessionCategories.id })
    .from(liveSessions)
    .leftJoin(sessionCategories, eq(sessionCategories.name, liveSessions.category))
    .where(and(whereUpcoming(ctx), isNotNull(liveSessions.seriesId)))
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id))
    .limit(mostRead);
  const names = new Map<string, string>();
  for (const { session, categoryId } of rows) {
    if (session.seriesId === null || names.has(session.seriesId)) continue;
    if (!covers(cover, session, categoryId) || creditsFor(session, cover) === null) continue;
    names.set(session.seriesId, nameSeries(session, settings.siteTimeZone));
  }
  return [...names].map(([value, label]) => ({ value, label }));
}

/** Series are planned for a year at most. */
const mostRead = 500;
