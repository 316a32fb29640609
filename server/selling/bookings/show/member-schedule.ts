import { liveSessions } from "@db/schema";
import { inArray } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { readMemberPrices } from "../../../catalogue/passes/member-prices";
import { getSession, type SessionDetails } from "../../../catalogue/schedule/get-session";
import { readEarlyPrices } from "../../../catalogue/schedule/price-rates";
import type { LiveSessionsFilter, Schedule, SessionCards } from "../../../catalogue/schedule/schemas";
import { listSessionCards, listUpcomingSessions } from "../../../catalogue/schedule/upcoming-sessions";

/** Lists the sessions to come with what the visitor pays, which for members of a plan is not the price of all. */
export async function showUpcoming(ctx: Context, filter: LiveSessionsFilter): Promise<Schedule> {
  const schedule = await listUpcomingSessions(ctx, filter);
  const { featured, sessions } = schedule;
  const priced = await withMemberPrices(ctx, [...featured, ...sessions]);
  return { ...schedule, featured: priced.slice(0, featured.length), sessions: priced.slice(featured.length) };
}

/** Lists the cards of the sessions to come with what the visitor pays. */
export async function showCards(ctx: Context, filter: LiveSessionsFilter): Promise<SessionCards> {
  const list = await listSessionCards(ctx, filter);
  return { ...list, sessions: await withMemberPrices(ctx, list.sessions) };
}

/** Returns a session with what the visitor pays. Throws not_found. */
export async function showSession(ctx: Context, ref: { id: string }): Promise<SessionDetails> {
  const session = await getSession(ctx, ref);
  const [priced] = await withMemberPrices(ctx, [session]);
  return priced && priced.price !== session.price ? { ...priced, prices: [] } : session;
}

type PricedItem = { id: string; price: string | null };

/** Puts what a member of a plan pays in place of the prices of sessions that have places. */
export async function withMemberPrices<Item extends PricedItem>(ctx: Context, items: Item[]): Promise<Item[]> {
  const ids = items.flatMap(({ id, price }) => (price === null ? [] : id));
  const memberPrice = ids.length > 0 ? await readMemberPrices(ctx) : null;
  if (!memberPrice) return items;
  const sessions = await ctx.db.select().from(liveSessions).where(inArray(liveSessions.id, ids));
  const rates = await readEarlyPrices(ctx.db, sessions);
  const prices = new Map(
    sessions.map((session) => [session.id, memberPrice({ session, priceRates: rates.get(session.id) ?? [] })]),
  );
  return items.map((item) => ({ ...item, price: prices.get(item.id) ?? item.price }));
}
