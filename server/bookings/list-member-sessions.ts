import { findMyPlaces } from "./find-my-places";
import type { MemberContext } from "../core/context";
import { countInLine } from "../waitlist/entries";
import { findUpcomingSessions } from "../schedule/upcoming-sessions";
import { formatSessionCards } from "../schedule/listed-session";
import { describeZones } from "../core/dates";
import type { LiveSessionsFilter, MemberSessions } from "../schedule/schemas";

/**
 * The upcoming sessions as a member's own page shows them: how many are in line for each, and where she has a place
 * herself. Six queries, however many sessions and bookings there are.
 */
export async function listMemberSessions(ctx: MemberContext, filter: LiveSessionsFilter): Promise<MemberSessions> {
  const { rows, page } = await findUpcomingSessions(ctx, filter);
  const ids = rows.map(({ id }) => id);
  const [cards, waiting, mine] = await Promise.all([
    formatSessionCards(ctx, rows),
    countInLine(ctx.db, ids),
    findMyPlaces(ctx, ids),
  ]);
  return {
    sessions: cards.map((card) => ({ ...card, waiting: waiting.get(card.id) ?? 0, mine: mine.get(card.id) ?? null })),
    page,
    zoneNote: describeZones(rows, ctx),
  };
}
