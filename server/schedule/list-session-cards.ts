import type { Context } from "../core/context";
import { findUpcomingSessions } from "./find-upcoming-sessions";
import { formatSessionCards } from "./format-listed-session";
import { describeZones } from "../core/dates";
import type { LiveSessionsFilter, SessionCards } from "./schemas";

/** The upcoming sessions as the page of all live sessions shows them. Four queries. */
export async function listSessionCards(ctx: Context, filter: LiveSessionsFilter): Promise<SessionCards> {
  const { rows, page, presentCategories } = await findUpcomingSessions(ctx, filter);
  return { sessions: await formatSessionCards(ctx, rows), page, presentCategories, zoneNote: describeZones(rows, ctx) };
}
