import { and, asc, count, eq, gt, isNull } from "drizzle-orm";
import { liveSessions, sessionWaitlist } from "@db/schema";
import { countPlaces, freePlaces } from "../../schedule/places";
import { readSiteSettings } from "../../core/site-settings";
import type { Context } from "../../core/context";
import type { OfficeWaitlist } from "../../members/schemas";
import { endOfOffer } from "../../waitlist/offer-end";

/** The sessions ahead for which people wait although a place could be offered to them, the next one first. Three queries. */
export async function findWaitlists(ctx: Context): Promise<OfficeWaitlist[]> {
  const { db, clock } = ctx;
  const rows = await db
    .select({ session: liveSessions, waiting: count() })
    .from(sessionWaitlist)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionWaitlist.sessionId))
    .where(
      and(
        eq(sessionWaitlist.status, "waiting"),
        gt(liveSessions.startTime, clock.now()),
        isNull(liveSessions.cancelledAt),
        eq(liveSessions.isPublished, true),
      ),
    )
    .groupBy(liveSessions.id)
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id));
  const { offerHours } = await readSiteSettings(ctx);
  const places = await countPlaces(
    db,
    rows.map(({ session }) => session.id),
  );
  return rows.flatMap(({ session, waiting }) => {
    const free = freePlaces(session, places.get(session.id));
    if (free === 0 || endOfOffer(ctx, session, offerHours) === null) return [];
    return [{ id: session.id, title: session.title, waiting, free }];
  });
}
