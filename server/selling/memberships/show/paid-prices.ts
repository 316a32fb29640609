import { memberships } from "@db/schema";
import { and, count, eq, isNull, min, sql } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { longDay } from "../../../core/dates";
import { printAmount } from "../plans/describe-plan";

/** Says what the members of a plan pay, who of them leaves, and who changes to what: a sentence each, by one statement. */
export async function listPaidPrices(
  { db, settings }: Pick<Context, "db" | "settings">,
  { id }: { id: string },
): Promise<string[]> {
  const { interval, currency, priceMinor, nextTitle, nextFrom } = memberships;
  const isLeaving = sql<boolean>`${memberships.state} = 'cancelled'`;
  const rows = await db
    .select({ interval, currency, priceMinor, isLeaving, nextTitle, first: min(nextFrom), members: count() })
    .from(memberships)
    .where(and(eq(memberships.productId, id), isNull(memberships.endedAt)))
    .groupBy(interval, currency, priceMinor, isLeaving, nextTitle)
    .orderBy(interval, priceMinor, currency, isLeaving, nextTitle);
  return rows.map(({ members, nextTitle: next, first, isLeaving: leaves, ...price }) => {
    const isOne = members === 1;
    const who = isOne ? "1 member" : `${members} members`;
    const amount = printAmount(price, price.priceMinor);
    if (leaves) return `${who} ${isOne ? "has" : "have"} paid ${amount}, and ${isOne ? "leaves" : "leave"}.`;
    const pays = `${who} ${isOne ? "pays" : "pay"} ${amount}`;
    if (next === null || first === null) return `${pays}.`;
    const day = longDay(first, settings.siteTimeZone);
    return `${pays}, and ${isOne ? "changes" : "change"} to “${next}” on ${day}${isOne ? "" : " or later"}.`;
  });
}
