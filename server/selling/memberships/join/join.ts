import { randomUUID } from "node:crypto";
import type { Queryable, Transaction } from "@db/client";
import { one } from "@db/one";
import { type Account, type Membership, memberships, products, users } from "@db/schema";
import { and, desc, eq, isNotNull } from "drizzle-orm";
import Stripe from "stripe";
import type { Context, MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { limitBookingRate } from "../../../core/rate-limits";
import { type Agreement, readAgreement } from "../../../core/site-settings";
import { inTransaction } from "../../../core/transaction";
import { lockAccount } from "../../../accounts/accounts";
import { longDay } from "../../../core/dates";
import { lockProduct } from "../../../catalogue/products/lock";
import { startMembership } from "./add-member";
import { changeMembership } from "../periods/change-membership";
import { describeGrants, priceFor, printPrice, readGrantNames } from "../plans/describe-plan";
import { findLive, isLiveOf } from "../live";
import { lockMemberships } from "../lock";
import { selectPlans } from "../plans/manage-plans";
import type { Interval } from "../periods/periods";
import type { JoinChoice, Joining, JoinOffer } from "../schemas";
import { isRevivable } from "../transitions";
import { closePage, isJoining, openPage, readPage } from "../stripe/checkout";

type Offer = {
  title: string;
  priceMinor: number;
  currency: Membership["currency"];
  trialDays: number;
  grants: Parameters<typeof describeGrants>[0];
  /** The membership that has lapsed and goes on. */
  revived: Membership | null;
  /** The membership that waits for a card and begins. */
  waiting: Membership | null;
};

/** Returns what a plan costs this member, and what they get. Throws not_found, closed (they have a membership). */
export async function getJoinOffer(ctx: MemberContext, choice: JoinChoice): Promise<JoinOffer> {
  const live = await findLive(ctx.db, ctx.user);
  if (live && !isJoining(live) && !isWaiting(live)) throw hasOne();
  const offer = await offerOf(ctx.db, ctx, choice, live);
  const { currency, priceMinor, title, trialDays } = offer;
  const price = printPrice({ amountMinor: priceMinor, currency }, choice.interval);
  return {
    ...choice,
    title,
    price,
    key: keyOf(offer, choice),
    isBack: offer.revived !== null,
    holds: describeGrants(offer.grants, await readGrantNames(ctx.db, [offer.grants])),
    trial:
      trialDays > 0
        ? `Nothing is taken before ${longDay(new Date(ctx.clock.now().getTime() + trialDays * dayMs), ctx.settings.siteTimeZone)}.`
        : null,
  };
}

const dayMs = 24 * 3_600_000;

/** Returns whether a membership that was brought from another system has not begun: it is the one that is joined. */
const isWaiting = ({ state, startsWithCard, endedAt }: Membership): boolean =>
  state === "pending" && startsWithCard && endedAt === null;

const keyOf = ({ currency, priceMinor, trialDays, revived }: Offer, { interval }: JoinChoice): string =>
  [currency, priceMinor, interval, trialDays, revived ? "back" : "new"].join(":");

const hasOne = () => new DomainError("closed", "You have a membership already.");

/**
 * Leads a member to Stripe's page on which they join. Two tabs lead to one page; another choice closes the page of the
 * one before. Throws not_found, closed (a membership), price_changed, payment_provider_failed.
 */
export async function joinMembership(ctx: MemberContext, joining: Joining): Promise<{ next: string }> {
  await limitBookingRate(ctx);
  const agreement = await readAgreement(ctx);
  try {
    const open = await leaveOther(ctx, joining);
    if (open) return { next: open };
    const { membership, account } = await inTransaction(ctx, (tx) =>
      startJoining(tx, ctx, { ...joining, ...agreement }),
    );
    const page = await openPage(ctx, membership, account);
    if (page.url && page.status === "open") return { next: page.url };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    ctx.log.error({ err: error, planId: joining.plan }, "Stripe could not open a page to join");
    throw new DomainError("payment_provider_failed", failure, { cause: error });
  }
  throw new DomainError("payment_provider_failed", failure);
}

const failure = "There was a problem opening the payment page. Please try again.";

/** Returns the page of an attempt of the same choice; that of another choice is closed, so that it takes no money. */
async function leaveOther(ctx: MemberContext, joining: Joining): Promise<string | null> {
  const attempt = await findAttempt(ctx.db, ctx.user);
  if (!attempt) return null;
  const account = one(await ctx.db.select().from(users).where(eq(users.id, ctx.user.id)), "user");
  const offer = await offerOf(ctx.db, ctx, joining, attempt);
  const isSame = isSameChoice(attempt, joining) && keyOf(offer, joining) === joining.key && isAt(attempt, offer);
  if (!isSame) {
    await closePage(ctx, attempt, account);
    return null;
  }
  return (await readPage(ctx, attempt, account))?.url ?? null;
}

const isSameChoice = ({ productId, interval }: Membership, { plan, interval: wanted }: JoinChoice): boolean =>
  productId === plan && interval === wanted;

const isAt = ({ priceMinor, trialDays }: Membership, offer: Offer): boolean =>
  priceMinor === offer.priceMinor && trialDays === offer.trialDays;

type StartedAttempt = { membership: Parameters<typeof openPage>[1]; account: Account };

/** Stores a pending membership, or an attempt to bring a lapsed one back, at the price that was shown. */
async function startJoining(tx: Transaction, ctx: Context, joining: Joining & Agreement): Promise<StartedAttempt> {
  const { plan: planId, interval, termsVersion, privacyVersion } = joining;
  const account = ctx.user ? await lockAccount(tx, ctx.user) : undefined;
  if (!account) throw new DomainError("unauthenticated", "Please sign in.");
  // One that waits for a card could be opened or ended meanwhile.
  await lockMemberships(tx, isLiveOf(account));
  const live = await findLive(tx, account);
  // Another tab was faster: the key of its attempt opens the same page.
  if (live && isJoining(live) && isSameChoice(live, joining)) return { membership: live, account };
  if (live && (isJoining(live) || !isWaiting(live))) throw hasOne();
  await lockProduct(tx, planId);
  const offer = await offerOf(tx, { ...ctx, user: account }, joining, live);
  if (keyOf(offer, joining) !== joining.key) {
    throw new DomainError("price_changed", "The price has changed. Please look at it again.");
  }
  const { revived, waiting, trialDays } = offer;
  if (revived && isJoining(revived)) return { membership: revived, account };
  if (live && !waiting) await changeMembership(tx, ctx, live, { state: "cancelled", endedAt: ctx.clock.now() });
  const membership =
    revived ?? waiting ?? (await startMembership(tx, ctx, { account, planId, interval, source: "stripe" }));
  const attempt = { attemptKey: randomUUID(), attemptedAt: ctx.clock.now(), checkoutId: null, checkoutUrl: null };
  const begun = one(
    await tx
      .update(memberships)
      .set({ ...attempt, trialDays, termsVersion, privacyVersion })
      .where(eq(memberships.id, membership.id))
      .returning(),
    "membership",
  );
  return { membership: { ...begun, ...attempt }, account };
}

/** Finds the attempt to join of which a page may be open: of a new membership, or to bring one back. */
async function findAttempt(db: Queryable, { id }: { id: string }) {
  const rows = await db
    .select()
    .from(memberships)
    .where(and(eq(memberships.userId, id), isNotNull(memberships.attemptKey)));
  return rows.find(isJoining);
}

type OfferContext = Pick<Context, "clock"> & { user: { id: string } };

/** Reads what a plan costs a member: the price of a lapsed membership that comes back, of one that waits for a card, or today's. */
async function offerOf(
  db: Queryable,
  { clock, user }: OfferContext,
  { plan: planId, interval }: { plan: string; interval: Interval },
  counted: Membership | null | undefined,
): Promise<Offer> {
  const [plan] = await selectPlans(db).where(eq(products.id, planId));
  const waiting = counted && isWaiting(counted) && isSameChoice(counted, { plan: planId, interval }) ? counted : null;
  if (!plan || !(plan.product.isOn || waiting)) throw new DomainError("not_found", "Membership not found");
  const last = await readLast(db, user);
  const trialDays = last ? 0 : plan.terms.trialDays;
  if (waiting) {
    const { title, priceMinor, currency } = waiting;
    return { title, priceMinor, currency, trialDays, grants: waiting, revived: null, waiting };
  }
  const isBack =
    last?.source === "stripe" && isRevivable(last, clock.now()) && isSameChoice(last, { plan: planId, interval });
  if (last && isBack) {
    const { title, priceMinor, currency } = last;
    return { title, priceMinor, currency, trialDays: 0, grants: last, revived: last, waiting: null };
  }
  const { product, terms } = plan;
  const priceMinor = priceFor(terms, interval);
  if (priceMinor === null) throw new DomainError("not_found", "Membership not found");
  const { title, priceCurrency: currency } = product;
  return { title, priceMinor, currency, trialDays, grants: terms, revived: null, waiting: null };
}

/** Reads the last membership of a member that has begun. */
async function readLast(db: Queryable, { id }: { id: string }): Promise<Membership | undefined> {
  const [last] = await db
    .select()
    .from(memberships)
    .where(and(eq(memberships.userId, id), isNotNull(memberships.startedAt)))
    .orderBy(desc(memberships.createdAt))
    .limit(1);
  return last;
}
