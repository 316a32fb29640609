import { and, desc, isNull, lte, type SQL } from "drizzle-orm";
import { liveSessions } from "@db/schema";
import type { Context } from "../../core/context";
import { summaryOf } from "./session-facts";
import { displayStart } from "../../core/dates";
import { pageLength, pageOf } from "../../core/pagination";
import { plateUrl } from "../../platform/artwork/plate";
import { narrowedBy, readFilterChoices } from "./schedule-filters";
import { recordingLinksFor } from "./session-links";
import { isListed } from "./where-upcoming";
import type { LiveSessionsFilter, PastSessions } from "./schemas";

export async function listPastSessions(ctx: Context, filter: LiveSessionsFilter): Promise<PastSessions> {
  const past = wherePast(ctx);
  const { total, presentCategories, locations } = await readFilterChoices(ctx, filter, past);
  const { page, offset } = pageOf(filter.page, total);
  const rows = await ctx.db
    .select()
    .from(liveSessions)
    .where(and(past, ...narrowedBy(filter)))
    .orderBy(desc(liveSessions.startTime), desc(liveSessions.id))
    .limit(pageLength)
    .offset(offset);
  const recordings = await recordingLinksFor(ctx, rows);
  return {
    sessions: rows.map((session) => {
      const start = displayStart(session, ctx);
      return {
        id: session.id,
        title: session.title,
        category: session.category,
        summary: summaryOf(session.description),
        start: { date: start.date, iso: start.iso },
        recordingUrl: recordings.get(session.id) ?? null,
        image: session.thumbnailUrl ?? plateUrl(session.category, "card", session.id),
      };
    }),
    page,
    presentCategories,
    // The past is filtered only by categories that occur in it.
    allCategories: presentCategories,
    locations,
  };
}

function wherePast({ clock }: Context): SQL | undefined {
  return and(lte(liveSessions.startTime, clock.now()), isListed(), isNull(liveSessions.cancelledAt));
}
