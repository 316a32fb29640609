import { memberships, products } from "@db/schema";
import { and, asc, count, eq, inArray } from "drizzle-orm";
import type { MemberContext } from "../../../core/context";
import { longDay } from "../../../core/dates";
import { DomainError } from "../../../core/errors";
import { formatAmount } from "../../../core/money";
import { printCredits } from "../../money/quote";
import { hasJoined } from "../add-member";
import { describeGrants, intervals, printPrice, readGrantNames } from "../describe-plan";
import { selectPlans } from "../manage-plans";
import { countPlanChanges, findOpenChange } from "../plan-changes";
import type { ChangeChoices, ChangeOffer, JoinChoice } from "../schemas";
import { describePeriod } from "../show-membership";
import { tellStripe } from "./leave-renewed";
import {
  type ChangeQuote,
  changePriceFor,
  quoteChange,
  reasonNotToChange,
  requireChangeable,
  requireOwn,
} from "./quote-change";

/** Lists what a member can change to, the cheapest first, or says why nothing can be changed now. Throws not_found. */
export async function listChangeChoices(ctx: MemberContext): Promise<ChangeChoices> {
  const { db, clock } = ctx;
  const own = await requireOwn(ctx);
  const { productId, interval: present, priceMinor, currency, title } = own;
  const open = await findOpenChange(db, own);
  const reason = open
    ? "A change of your membership is planned or under way. Look at it on the page of your membership first."
    : reasonNotToChange(own, clock.now());
  const presentFacts = {
    title,
    price: printPrice({ amountMinor: priceMinor, currency }, present),
    period: describePeriod(own, ctx),
  };
  if (reason) return { present: presentFacts, reason, plans: [] };
  const rows = await selectPlans(db).where(eq(products.isOn, true)).orderBy(asc(products.priceMinor), asc(products.id));
  const inCurrency = rows.filter(({ product }) => product.priceCurrency === currency);
  const ids = inCurrency.map(({ product }) => product.id);
  const joined = await db
    .select({ id: memberships.productId, count: count() })
    .from(memberships)
    .where(and(inArray(memberships.productId, ids), hasJoined))
    .groupBy(memberships.productId);
  const names = await readGrantNames(
    db,
    inCurrency.map(({ terms }) => terms),
  );
  const plans = inCurrency.map(({ product, terms }) => ({
    ...{ id: product.id, title: product.title, holds: describeGrants(terms, names) },
    prices: intervals.flatMap((interval) => {
      const isPresent = product.id === productId && interval === present;
      const { priceMinor: amountMinor } = changePriceFor(terms, own, {
        ...{ planId: product.id, interval },
        joined: joined.find(({ id }) => id === product.id)?.count ?? 0,
      });
      return amountMinor === null || isPresent
        ? []
        : { interval, text: printPrice({ amountMinor, currency }, interval) };
    }),
  }));
  return { present: presentFacts, reason: null, plans: plans.filter(({ prices }) => prices.length > 0) };
}

/**
 * Returns what a change of plan costs and when it takes effect, as Stripe would charge it now. Throws not_found, closed,
 * payment_provider_failed.
 */
export async function getChangeOffer(ctx: MemberContext, choice: JoinChoice): Promise<ChangeOffer> {
  const own = await requireOwn(ctx);
  if (await findOpenChange(ctx.db, own)) {
    throw new DomainError("closed", "A change of your membership is planned or under way.");
  }
  const membership = requireChangeable(own, ctx.clock.now());
  const quote = await tellStripe(ctx, () => quoteChange(ctx, membership, choice, ctx.clock.now()));
  const { title, interval, priceMinor, currency, terms } = quote;
  const price = printPrice({ amountMinor: priceMinor, currency }, interval);
  return {
    ...{ ...choice, title, price, key: keyOf(quote, await countPlanChanges(ctx.db, own)), present: own.title },
    amount: quote.kind === "at_once" ? formatAmount({ amountMinor: quote.amountMinor, currency }) : null,
    sentences: sentencesOf(quote, { price, present: own.title, zone: ctx.settings.siteTimeZone }),
    holds: describeGrants(terms, await readGrantNames(ctx.db, [terms])),
  };
}

type ShownParts = Pick<ChangeQuote, "kind" | "currency" | "priceMinor" | "amountMinor" | "startsAt" | "creditChange">;

/** Returns what was shown of a change: the amount, as of when it was reckoned, and how many were asked for before. */
export const keyOf = (
  { kind, currency, priceMinor, amountMinor, startsAt, creditChange }: ShownParts,
  before: number,
): string => [kind, before, currency, priceMinor, amountMinor, creditChange, secondsOf(startsAt)].join(":");

const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** Returns the instant as of which an amount was shown; null for what is no such key. */
export function shownAt(key: string): Date | null {
  const seconds = Number(key.split(":").at(-1));
  return Number.isSafeInteger(seconds) && seconds > 0 ? new Date(seconds * 1000) : null;
}

type Wording = { price: string; present: string; zone: string };

function sentencesOf(quote: ChangeQuote, { price, present, zone }: Wording): string[] {
  const { amountMinor, currency, startsAt, paidUntil, creditChange, title } = quote;
  const day = longDay(paidUntil, zone);
  if (quote.kind === "at_end") {
    return [
      `You keep “${present}” until then. “${title}” begins on ${longDay(startsAt, zone)}, and ${price} is taken from that day on.`,
      "Nothing is taken now. You can take the change back until that day.",
    ];
  }
  const credits = Math.abs(creditChange);
  return [
    `${formatAmount({ amountMinor, currency })} is taken from your card now: the price until ${day}, less what you have paid for that time already.`,
    `“${title}” begins when it is paid. From ${day} on, ${price} is taken.`,
    ...(creditChange > 0 ? [`You get ${printCredits(credits)} at once for the rest of this month.`] : []),
    ...(creditChange < 0
      ? [`${printCredits(credits)} of this month, if you have not used them, go back with their price.`]
      : []),
  ];
}
