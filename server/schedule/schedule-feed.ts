import type { Context } from "../core/context";
import { displayStart, longStartOf, placeLabel } from "../core/dates";
import { summaryOf } from "./session-facts";
import type { FeedEntry } from "./schemas";
import { findAllUpcoming } from "./upcoming-sessions";

export async function listFeedEntries(ctx: Context): Promise<FeedEntry[]> {
  const zones = { settings: ctx.settings, visitor: { timeZone: ctx.settings.siteTimeZone } };
  return (await findAllUpcoming(ctx)).map((session) => ({
    id: session.id,
    title: session.title,
    category: session.category,
    when: longStartOf(displayStart(session, zones)),
    place: placeLabel(session),
    summary: summaryOf(session.description),
    publishedAt: session.createdAt.toISOString(),
  }));
}
