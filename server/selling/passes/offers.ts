import type { Queryable } from "@db/client";
import { type AgreedPassTerms, passTerms, products, purchases } from "@db/schema";
import { and, asc, eq, gt, or } from "drizzle-orm";
import { whereBought, whereBoughtFor } from "../../core/bought";
import type { Context } from "../../core/context";
import { keepContent } from "../../core/kept-content";
import { formatPrice, type Money } from "../../core/money";
import { requireSession } from "../../sessions/schedule/find-session";
import { readPricing } from "../../sessions/schedule/price-rates";
import { priceContext } from "../money/price-context";
import { priceRangeOf, type SessionPricing } from "../money/session-price";
import { showPrice } from "../money/convert-price";
import { priceOf, type Product } from "../products/catalogue";
import { creditsFor } from "./credits-for";
import { readMemberPrices } from "./member-prices";
import { endOfPass } from "./period";
import { covers, readCategoryId, type Use } from "./use-pass";

/** What a pass on sale is and holds. */
export type SoldPass = { product: Product; terms: typeof passTerms.$inferSelect };

/** A pass on sale that covers a session. `isEnough`: it holds the credits of all tickets. */
export type OfferedPass = SoldPass & { price: Money; credits: number; isEnough: boolean };

export const selectSold = (db: Queryable) =>
  db
    .select({ product: products, terms: passTerms })
    .from(products)
    .innerJoin(passTerms, eq(passTerms.productId, products.id))
    .$dynamic();

export const isSold = and(eq(products.kind, "pass"), eq(products.isOn, true), gt(products.priceMinor, 0));

/** Reads the passes on sale, the cheapest first. */
export const readSoldPasses = keepContent(async (db): Promise<SoldPass[]> =>
  selectSold(db).where(isSold).orderBy(asc(products.priceMinor), asc(products.id)),
);

type PricedUse = Use & { session: SessionPricing["session"] };

/**
 * Lists the passes on sale with which a session could be booked for less than a place costs, the cheapest first. Those with
 * several prices are left out: their price is chosen on their own page. None for members who pay less as members.
 */
export async function listOffers(ctx: Context, use: PricedUse, place: Money): Promise<OfferedPass[]> {
  const { db, visitor, rates } = ctx;
  const sold = (await readSoldPasses(db)).filter(({ product }) => product.pricing === "one");
  if (sold.length === 0) return [];
  const memberPrice = (await readMemberPrices(ctx))?.({ session: use.session, priceRates: [] });
  if (memberPrice) return [];
  const categoryId = await readCategoryId(db, use.session);
  const fitting = sold.filter(({ terms }) => isFitting(ctx, terms, { ...use, categoryId }));
  const owned = fitting.some(({ terms }) => terms.isIntroduction) ? await readOwned(ctx) : new Set();
  return fitting
    .filter(({ product, terms }) => !terms.isIntroduction || !owned.has(product.id))
    .map((pass) => ({
      ...pass,
      price: showPrice(priceOf(pass.product), visitor.currency, rates).list,
      ...creditsOf(pass, use),
    }))
    .filter((offer) => isCheaper(offer, use, place));
}

/** How many sessions a month a pass for any number of them is reckoned with. */
const usualUses = 4;

/** Returns whether a place costs less with a pass, by at least a tenth. */
function isCheaper({ price, terms, credits: taken }: OfferedPass, { quantity }: Use, place: Money): boolean {
  const { credits, months } = terms;
  const each =
    credits === null ? price.amountMinor / (usualUses * months) : (price.amountMinor * taken) / quantity / credits;
  return price.currency === place.currency && each * 10 <= place.amountMinor * 9;
}

type FittingTerms = Pick<SoldPass["terms"], "cover" | "categoryIds" | "months"> & Pick<AgreedPassTerms, "placeLimit">;

/** Returns whether a pass that is bought now is for a session, whose category is given, and still valid when it begins. */
export const isFitting = (
  { clock, settings }: Pick<Context, "clock" | "settings">,
  terms: FittingTerms,
  { session, categoryId }: Pick<Use, "session"> & { categoryId: string | null },
): boolean =>
  covers(terms, session, categoryId) &&
  creditsFor(session, { placeLimit: terms.placeLimit ?? null }) !== null &&
  session.startTime < endOfPass(terms, clock.now(), settings.siteTimeZone);

/** Returns the credits of so many tickets, and whether a pass on sale holds them. */
function creditsOf({ terms }: SoldPass, { session, quantity }: Use): { credits: number; isEnough: boolean } {
  const credits = quantity * (creditsFor(session, terms) ?? 0);
  return { credits, isEnough: terms.credits === null || terms.credits >= credits };
}

/** Returns the ids of the passes that a member has had. */
export async function readOwned({ db, user }: Pick<Context, "db" | "user">): Promise<Set<string>> {
  if (!user) return new Set();
  const isTheirs = or(whereBought(user), whereBoughtFor(user.email));
  const bought = await db
    .select({ id: purchases.productId })
    .from(purchases)
    .where(and(eq(purchases.productKind, "pass"), isTheirs));
  return new Set(bought.map(({ id }) => id));
}

/** Returns text such as "£12 each", or "about £8.33 each" where the price can't be divided evenly. */
export function printEach(price: Money, credits: number): string {
  const amountMinor = Math.round(price.amountMinor / credits);
  const each = `${formatPrice({ ...price, amountMinor })} each`;
  return amountMinor * credits === price.amountMinor ? each : `about ${each}`;
}

/** The pass that a session's page offers: "Or 10 for £120, £12 each". */
type SessionOffer = { id: string; text: string };

/**
 * Returns the pass with which one place in a session costs least; null if it costs no less so. Throws not_found.
 */
export async function findOffer(ctx: Context, { sessionId }: { sessionId: string }): Promise<SessionOffer | null> {
  const session = await requireSession(ctx.db, sessionId);
  if ((session.highestPriceMinor ?? session.priceMinor) === 0) return null;
  const { lowest } = priceRangeOf(await readPricing(ctx.db, session), priceContext(ctx));
  const offers = await listOffers(ctx, { session, quantity: 1 }, lowest);
  if (offers.length === 0) return null;
  const costOf = ({ price, terms, credits }: OfferedPass) =>
    terms.credits === null ? Infinity : (price.amountMinor * credits) / terms.credits;
  const [best] = offers.filter(({ isEnough }) => isEnough).sort((a, b) => costOf(a) - costOf(b));
  return best ? { id: best.product.id, text: printOffer(best) } : null;
}

function printOffer({ price, terms: { credits, months }, credits: taken }: OfferedPass): string {
  const amount = formatPrice(price);
  if (credits === null)
    return `Or any number of sessions in ${months === 1 ? "a month" : `${months} months`} for ${amount}`;
  const times = Math.floor(credits / taken);
  if (times < 2) return `Or with a pass for ${amount}`;
  return `Or ${times} for ${amount}, ${printEach(price, times)}`;
}
