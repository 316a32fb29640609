import type { Context } from "../core/context";
import { findFeaturedSessions, findUpcomingSessions } from "./find-upcoming-sessions";
import { formatListedSessions } from "./format-listed-session";
import { describeZones } from "../core/dates";
import type { ListedRow } from "./listed-columns";
import type { Schedule, ScheduleFilter } from "./schemas";

const mostFeatured = 3;

/**
 * The sessions that have not begun, soonest first, with what there is to filter them by; with the whole schedule come
 * the next few that are featured. Five queries at most, however many sessions and bookings there are. A page past the
 * end is the last one.
 */
export async function listUpcomingSessions(ctx: Context, filter: ScheduleFilter): Promise<Schedule> {
  const { rows, ...found } = await findUpcomingSessions(ctx, filter);
  const isWhole = !filter.category && !filter.location && filter.page === 1;
  const featured = isWhole ? await pickFeatured(ctx, rows, found.page.count > 1) : [];
  const listed = await formatListedSessions(ctx, [...featured, ...rows]);
  return {
    ...found,
    featured: listed.slice(0, featured.length),
    sessions: listed.slice(featured.length),
    zoneNote: describeZones(rows, ctx),
  };
}

/** They are among the rows of the first page, unless there are too few of them and more pages. */
async function pickFeatured(ctx: Context, rows: ListedRow[], hasMore: boolean): Promise<ListedRow[]> {
  const picked = rows.filter((session) => session.isFeatured).slice(0, mostFeatured);
  return picked.length < mostFeatured && hasMore ? findFeaturedSessions(ctx, mostFeatured) : picked;
}
