import type { Queryable } from "@db/client";
import { type AgreedPassTerms, passTerms, products, purchases } from "@db/schema";
import { and, asc, eq, gt, or } from "drizzle-orm";
import { whereBought, whereBoughtFor } from "../entitlements/bought";
import type { Context } from "../../core/context";
import { keepContent } from "../../core/kept-content";
import { formatPrice, type Money } from "../../core/money";
import { requireSession } from "../schedule/find-session";
import { readPricing } from "../schedule/price-rates";
import { priceContext } from "../../platform/money/price-context";
import { priceRangeOf, type SessionPricing } from "../../platform/money/session-price";
import { showPrice } from "../../platform/money/convert-price";
import { priceOf, type Product } from "../products/catalogue";
import { creditsFor } from "./credits-for";
import { readMemberPrices } from "./member-prices";
import { endOfPass } from "./period";
import { covers, readCategoryId, type Use } from "./use-pass";

/** What a pass on sale is and holds. */
export type SoldPass = { product: Product; terms: typeof passTerms.$inferSelect };

/** A pass on sale that covers a session. `credits`: those that all tickets take. */
type OfferedPass = SoldPass & { price: Money; credits: number };

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

/**
 * Lists the passes on sale that hold enough credits for a booking, and with which a place costs less, the cheapest first.
 * Those with several prices are left out: their price is chosen on their own page.
 */
async function listOffers(ctx: Context, use: Use, place: Money): Promise<OfferedPass[]> {
  const { db, visitor, rates } = ctx;
  const sold = (await readSoldPasses(db)).filter(({ product }) => product.pricing === "one");
  if (sold.length === 0) return [];
  const categoryId = await readCategoryId(db, use.session);
  const fitting = sold.filter(({ terms }) => isFitting(ctx, terms, { ...use, categoryId }));
  const owned = fitting.some(({ terms }) => terms.isIntroduction) ? await readOwned(ctx) : new Set();
  return fitting
    .filter(({ product, terms }) => !terms.isIntroduction || !owned.has(product.id))
    .map((pass) => ({
      ...pass,
      price: showPrice(priceOf(pass.product), visitor.currency, rates).list,
      credits: use.quantity * (creditsFor(use.session, pass.terms) ?? 0),
    }))
    .filter(({ terms, credits }) => terms.credits === null || terms.credits >= credits)
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
const isFitting = (
  { clock, settings }: Pick<Context, "clock" | "settings">,
  terms: FittingTerms,
  { session, categoryId }: Pick<Use, "session"> & { categoryId: string | null },
): boolean =>
  covers(terms, session, categoryId) &&
  creditsFor(session, { placeLimit: terms.placeLimit ?? null }) !== null &&
  session.startTime < endOfPass(terms, clock.now(), settings.siteTimeZone);

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

/** The pass that a session's page and its booking form offer: "Or 10 for £120, £12 each". */
export type PassOffer = { id: string; text: string };

/** Returns the pass that a session's page offers. Throws not_found. */
export async function findOffer(ctx: Context, { sessionId }: { sessionId: string }): Promise<PassOffer | null> {
  const session = await requireSession(ctx.db, sessionId);
  return chooseOffer(ctx, await readPricing(ctx.db, session), 1);
}

type PricedSession = SessionPricing<SessionPricing["session"] & Use["session"]>;

/**
 * Returns the pass with which so many places in a session cost least; null if they cost no less so, and for members who
 * pay less as members.
 */
export async function chooseOffer(ctx: Context, pricing: PricedSession, quantity: number): Promise<PassOffer | null> {
  const { session } = pricing;
  if ((session.highestPriceMinor ?? session.priceMinor) === 0) return null;
  const { lowest } = priceRangeOf(pricing, priceContext(ctx));
  const offers = await listOffers(ctx, { session, quantity }, lowest);
  if (offers.length === 0 || (await readMemberPrices(ctx))?.(pricing)) return null;
  const costOf = ({ price, terms, credits }: OfferedPass) =>
    terms.credits === null ? Infinity : (price.amountMinor * credits) / terms.credits;
  const [best] = offers.sort((a, b) => costOf(a) - costOf(b));
  return best ? { id: best.product.id, text: printOffer(best, quantity) } : null;
}

function printOffer({ price, terms: { credits, months }, credits: taken }: OfferedPass, quantity: number): string {
  const amount = formatPrice(price);
  if (credits === null)
    return `Or any number of sessions in ${months === 1 ? "a month" : `${months} months`} for ${amount}`;
  const times = Math.floor((credits * quantity) / taken);
  if (times < 2) return `Or with a pass for ${amount}`;
  return `Or ${times} for ${amount}, ${printEach(price, times)}`;
}
