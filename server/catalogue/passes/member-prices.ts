import type { Queryable } from "@db/client";
import { memberships, passes, users, type DiscountTerms } from "@db/schema";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Context } from "../../core/context";
import { whereGranting } from "../entitlements/granting";
import { readCategories } from "../schedule/categories";
import { memberTermsOf } from "../discounts/member-discount";
import { priceContext } from "../../platform/money/price-context";
import { percentageOf } from "../../platform/money/quote";
import { type SessionPricing, priceRangeOf, printRange } from "../../platform/money/session-price";
import { isUsable, type Use } from "./use-pass";
import { coveredPlaces, readUses } from "./weekly-cover";

type PricedSession = SessionPricing["session"] & Use["session"];

/** Returns what a member pays for a place, such as "£14.40 as a member"; null where it is the usual price. */
type MemberPrices = (pricing: SessionPricing<PricedSession>) => string | null;

/** Reads what a membership makes of prices, with so many statements for any number of sessions; null without one. */
export async function readMemberPrices(ctx: Context): Promise<MemberPrices | null> {
  const { db, user, settings } = ctx;
  if (!user) return null;
  const { cover, terms } = await readGranted(db, user, ctx.clock.now());
  if (!cover && !terms) return null;
  const reduced = (pricing: SessionPricing) => terms && discounted(ctx, pricing, terms);
  if (!cover) return (pricing) => (pricing.session.priceMinor === 0 ? null : reduced(pricing));
  const uses = await readUses(db, ctx, cover);
  const categoryIds = new Map((await readCategories(db)).map(({ id, name }) => [name, id]));
  return (pricing) => {
    const { session } = pricing;
    if ((session.highestPriceMinor ?? session.priceMinor) === 0) return null;
    const isBooked = uses.some(({ sessionId }) => sessionId === session.id);
    const left = isBooked ? 1 : coveredPlaces(cover, uses, session, settings.siteTimeZone);
    const categoryId = categoryIds.get(session.category ?? "") ?? null;
    if (isUsable({ pass: cover, left }, { session, quantity: 1, services: ctx, categoryId })) return "Covered";
    return reduced(pricing);
  };
}

/** Reads by one statement, as most members have neither. */
async function readGranted(db: Queryable, user: { id: string }, now: Date) {
  const isCover = and(isNotNull(passes.membershipId), isNull(passes.credits));
  const isTheirs = and(eq(passes.userId, user.id), isNull(passes.endedAt), isNull(passes.frozenAt));
  const [granted] = await db
    .select({ cover: passes, percentage: memberships.discountPercent })
    .from(users)
    .leftJoin(memberships, whereGranting(user, now))
    .leftJoin(passes, and(isTheirs, isCover))
    .where(eq(users.id, user.id));
  return { cover: granted?.cover ?? null, terms: memberTermsOf(granted?.percentage ?? null) };
}

function discounted(ctx: Context, pricing: SessionPricing, terms: DiscountTerms): string | null {
  if (terms.type !== "percentage") return null;
  const { lowest, highest } = priceRangeOf(pricing, priceContext(ctx));
  const less = <Price extends { amountMinor: number }>(price: Price): Price => ({
    ...price,
    amountMinor: price.amountMinor - percentageOf(price.amountMinor, terms.percentage),
  });
  return `${printRange({ lowest: less(lowest), highest: highest && less(highest) })} as a member`;
}
