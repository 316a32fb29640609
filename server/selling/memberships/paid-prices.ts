import { type Membership, memberPrices, memberships } from "@db/schema";
import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { longDay } from "../../core/dates";
import { isDecidedFor } from "./member-prices";
import { printAmount } from "./next-price";
import { isChangePlanned } from "./plan-changes";

/** What becomes of the price of members. */
type Standing = "staying" | "told" | "decided" | "founding" | "changing" | "leaving";

/** Says what the members of a plan pay, and from when another price: a sentence for each, by one statement. */
export async function listPaidPrices(
  { db, settings }: Pick<Context, "db" | "settings">,
  { id }: { id: string },
): Promise<string[]> {
  const { interval, currency, priceMinor, nextPriceMinor, nextPriceFrom, accessUntil } = memberships;
  const standing = sql<Standing>`case
    when ${memberships.state} = 'cancelled' then 'leaving'
    when ${isChangePlanned(db)} then 'changing'
    when ${memberships.isFounding} then 'founding'
    when ${nextPriceMinor} is not null then 'told'
    when ${memberPrices.priceMinor} <> ${priceMinor} then 'decided'
    else 'staying' end`;
  // Months that were given since have moved the renewal.
  const from = sql`greatest(${nextPriceFrom}, ${accessUntil})`;
  const rows = await db
    .select({
      ...{ interval, currency, priceMinor, standing },
      nextMinor: sql<number | null>`coalesce(${nextPriceMinor}, ${memberPrices.priceMinor})`,
      members: count(),
      first: sql<Date | null>`min(${from})`.mapWith(nextPriceFrom),
      last: sql<Date | null>`max(${from})`.mapWith(nextPriceFrom),
    })
    .from(memberships)
    .leftJoin(memberPrices, isDecidedFor)
    .where(and(eq(memberships.productId, id), isNull(memberships.endedAt)))
    .groupBy(sql`1, 2, 3, 4, 5`)
    .orderBy(sql`1, 3, 4, 5`);
  return rows.map((row) => describe(row, settings.siteTimeZone));
}

type PaidPrice = Pick<Membership, "interval" | "currency" | "priceMinor"> & {
  standing: Standing;
  nextMinor: number | null;
  members: number;
  first: Date | null;
  last: Date | null;
};

function describe({ standing, nextMinor, members, first, last, ...membership }: PaidPrice, zone: string): string {
  const isOne = members === 1;
  const price = printAmount(membership, membership.priceMinor);
  const next = printAmount(membership, nextMinor ?? membership.priceMinor);
  const who = isOne ? "1 member" : `${members} members`;
  const pays = `${who} ${isOne ? "pays" : "pay"} ${price}`;
  switch (standing) {
    case "told":
      return `${pays}, and ${next} ${first && last ? describeDays(first, last, zone) : "from a renewal to come"}.`;
    case "decided":
      return `${pays}. ${next} is decided: the mail that names the day is sent in a few minutes.`;
    case "founding":
      return `${pays}, a founding price, which stays.`;
    case "changing":
      return `${pays}, and ${isOne ? "changes" : "change"} to another plan or interval at the next renewal.`;
    case "leaving":
      return `${who} ${isOne ? "has" : "have"} paid ${price}, and ${isOne ? "leaves" : "leave"}.`;
    case "staying":
      return `${pays}.`;
  }
}

function describeDays(first: Date, last: Date, zone: string): string {
  const [from, to] = [longDay(first, zone), longDay(last, zone)];
  return from === to ? `from ${from}` : `from a renewal between ${from} and ${to}`;
}
