import type { Queryable } from "@db/client";
import { creditEntries, type Membership, passes } from "@db/schema";
import { and, eq, sum } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { dayOf, longDay } from "../../../core/dates";
import { isGranting, isRenewing } from "../../../catalogue/entitlements/granting";
import { lastDayOf } from "../../../catalogue/passes/period";
import { isCover, leftInWeek, readUses } from "../../../catalogue/passes/weekly-cover";
import { describeGrants, printAmount, readGrantNames } from "../plans/describe-plan";

/** What every page and list says of a membership. */
export type MembershipSummary = Pick<Membership, "id" | "title" | "state" | "source"> & {
  /** Whether it is over. */
  isOver: boolean;
  /** "Renews on Sunday, May 3, 2026". */
  period: string;
  price: string;
  joinedOn: string;
};

/** What is said of a membership on its own page, to its member and in the back office. */
export type ShownMembership = MembershipSummary & {
  /** Such as “Changes to “Monthly” on Monday, December 28, 2026, for £39.00 a month.”; null if it stays as it is. */
  change: string | null;
  holds: string[];
  /** What is left of the week and of the credits, one sentence each. */
  left: string[];
};

/** Says of a membership what every page and list says of it; the day of joining is that of the visitor's zone. */
export const summarize = (
  membership: Membership,
  ctx: Pick<Context, "clock" | "settings" | "visitor">,
): MembershipSummary => ({
  id: membership.id,
  title: membership.title,
  state: membership.state,
  source: membership.source,
  isOver: membership.endedAt !== null,
  period: describePeriod(membership, ctx),
  price: printAmount(membership, membership.priceMinor),
  joinedOn: dayOf(membership.startedAt ?? membership.createdAt, ctx.visitor.timeZone),
});

/** Returns a membership with what is left of it, by a number of statements that does not depend on its use. */
export async function showMembership(
  ctx: Pick<Context, "db" | "clock" | "settings" | "visitor">,
  membership: Membership,
): Promise<ShownMembership> {
  const names = await readGrantNames(ctx.db, [membership]);
  return {
    ...summarize(membership, ctx),
    change: describeChange(membership, ctx.settings.siteTimeZone),
    holds: describeGrants(membership, names),
    left: isGranting(membership, ctx.clock.now()) ? await readLeft(ctx, membership) : [],
  };
}

/** Says what a membership changes to, and when. */
function describeChange(membership: Membership, zone: string): string | null {
  const { nextTitle, nextFrom } = membership;
  if (nextTitle === null || nextFrom === null) return null;
  const day = longDay(nextFrom, zone);
  if (nextTitle === membership.title) return `Changes to ${printRenewal(membership)} on ${day}.`;
  return `Changes to “${nextTitle}” on ${day}, for ${printRenewal(membership)}.`;
}

/** Says what the next renewal of a membership costs, such as "£45.00 a month". */
export function printRenewal(membership: Membership): string {
  const { nextInterval, nextPriceMinor, currency } = membership;
  if (nextInterval === null || nextPriceMinor === null) return printAmount(membership, membership.priceMinor);
  return printAmount({ currency, interval: nextInterval }, nextPriceMinor);
}

/** Says when a membership renews, or until when it lasts or lasted. One may be active while nothing is paid for: its last period was refunded. */
function describePeriod(membership: Membership, { clock, settings }: Pick<Context, "clock" | "settings">): string {
  const { state, accessUntil, endedAt, resumesAt } = membership;
  const zone = settings.siteTimeZone;
  if (!accessUntil) return endedAt ? "Never began" : "Begins with its first payment";
  if (endedAt) return `Over since ${lastDayOf(endedAt, zone)}`;
  if (resumesAt) return `Paused until ${lastDayOf(resumesAt, zone)}`;
  if (isRenewing(membership) && accessUntil <= clock.now() && !isGranting(membership, clock.now())) {
    return `Paid until ${lastDayOf(accessUntil, zone)}, goes on with its next payment`;
  }
  const last = lastDayOf(accessUntil, zone);
  if (state === "cancelled") return `Ends after ${last}`;
  return isRenewing(membership) ? `Renews on ${last}` : `Until ${last}`;
}

async function readLeft(
  { db, clock, settings }: Pick<Context, "db" | "clock" | "settings">,
  membership: Membership,
): Promise<string[]> {
  const rows = await readOwnPasses(db, membership);
  const cover = rows.map(({ pass }) => pass).find(isCover);
  const credits = rows.find(({ pass }) => pass.credits !== null);
  const uses = cover ? await readUses(db, { clock }, cover) : [];
  const inWeek = cover ? leftInWeek(cover, uses, clock.now(), settings.siteTimeZone) : null;
  return [
    ...(cover && inWeek !== null
      ? [`${inWeek} of ${cover.weeklyLimit} ${cover.weeklyLimit === 1 ? "session" : "sessions"} left this week.`]
      : []),
    ...(credits ? [`${credits.left} ${credits.left === 1 ? "credit" : "credits"} left this month.`] : []),
  ];
}

async function readOwnPasses(db: Queryable, { id }: Pick<Membership, "id">) {
  return db
    .select({ pass: passes, left: sum(creditEntries.amount).mapWith(Number) })
    .from(passes)
    .leftJoin(creditEntries, eq(creditEntries.passId, passes.id))
    .where(and(eq(passes.membershipId, id)))
    .groupBy(passes.id);
}
