import type { Queryable, Transaction } from "@db/client";
import { one } from "@db/one";
import { type Membership, membershipChanges, memberships, type PlanChange } from "@db/schema";
import { eq } from "drizzle-orm";
import Stripe from "stripe";
import type { MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { limitBookingRate } from "../../../core/rate-limits";
import { type Agreement, readAgreement } from "../../../core/site-settings";
import { inTransaction } from "../../../core/transaction";
import { lockAgainstDeletion } from "../../../people/accounts/accounts";
import { lastDayOf } from "../../passes/period";
import { printPrice } from "../describe-plan";
import { syncPasses } from "../grant";
import { lockMemberships } from "../lock";
import { mailMembership } from "../mails";
import { countPlanChanges, findOpenChange, readPlanChanges, updateOpenChange } from "../plan-changes";
import type { ChangeOutcome, Joining } from "../schemas";
import type { RenewedMembership } from "./change-renewal";
import { tellStripe } from "./leave-renewed";
import { keyOf, shownAt } from "./offer-change";
import { changeAtOnce, type ChangeQuote, quoteChange, requireChangeable, requireOwn } from "./quote-change";
import { releaseSchedule, scheduleChange } from "./schedule-change";
import { syncSubscription } from "./sync-subscription";

/** How long an amount that was shown can be confirmed, in minutes. */
const shownFor = 15;

/**
 * Changes the plan of a member: at once once Stripe has taken the amount that was shown, or when what is paid has ended.
 * The same form posted twice, or from two tabs, makes one change. Throws not_found, closed, price_changed,
 * payment_provider_failed.
 */
export async function changePlan(ctx: MemberContext, changing: Joining): Promise<ChangeOutcome> {
  await limitBookingRate(ctx);
  const agreement = await readAgreement(ctx);
  const own = await requireOwn(ctx);
  const again = await findSame(ctx.db, own, changing);
  if (again?.endedAt) return endedAs(again);
  if (again && own.reference !== null) return carryOut(ctx, { ...own, reference: own.reference }, again);
  const membership = requireChangeable(own, ctx.clock.now());
  await settleOpen(ctx, membership);
  const quote = await quoteAsShown(ctx, membership, changing);
  const change = await inTransaction(ctx, (tx) =>
    startChange(tx, ctx, { membership, quote, key: changing.key, ...agreement }),
  );
  return change.endedAt ? endedAs(change) : carryOut(ctx, membership, change);
}

/** Finds the change that the same form has begun. */
async function findSame(db: Queryable, own: Membership, { plan, interval, key }: Joining) {
  const changes = (await readPlanChanges(db, own)).reverse();
  return changes.find(
    (change, before) => change.productId === plan && change.interval === interval && keyOf(change, before) === key,
  );
}

/** Says what has become of a change that is not open any more. Throws closed for one that was not made. */
function endedAs({ startedAt }: PlanChange): ChangeOutcome {
  if (startedAt) return "made";
  throw new DomainError("closed", "This change was not made. Please choose again.");
}

/** Looks at Stripe what has become of a change that is open. Throws closed while it is. */
async function settleOpen(ctx: MemberContext, membership: RenewedMembership): Promise<void> {
  if (!(await findOpenChange(ctx.db, membership))) return;
  await tellStripe(ctx, () => syncSubscription(ctx, membership.reference));
  if (await findOpenChange(ctx.db, membership)) {
    throw new DomainError("closed", "Another change of your membership is planned or under way.");
  }
  throw changed();
}

const changed = () => new DomainError("price_changed", "The amount has changed meanwhile. Please look at it again.");

/** Asks Stripe again for the amount that was shown, as of the same instant. Throws price_changed. */
async function quoteAsShown(
  ctx: MemberContext,
  membership: RenewedMembership,
  changing: Joining,
): Promise<ChangeQuote> {
  const now = ctx.clock.now();
  const isAtOnce = changing.key.startsWith("at_once:");
  const at = isAtOnce ? shownAt(changing.key) : now;
  const age = at ? now.getTime() - at.getTime() : -1;
  if (!at || age < 0 || age > shownFor * 60_000) throw changed();
  const quote = await tellStripe(ctx, () => quoteChange(ctx, membership, changing, at));
  if (keyOf(quote, await countPlanChanges(ctx.db, membership)) !== changing.key) throw changed();
  return quote;
}

type NewChange = Agreement & { membership: RenewedMembership; quote: ChangeQuote; key: string };

/** Stores a change, as it was shown: the membership must be the one for which it was reckoned. Throws closed, price_changed. */
async function startChange(
  tx: Transaction,
  ctx: MemberContext,
  { membership, quote, key, termsVersion, privacyVersion }: NewChange,
): Promise<PlanChange> {
  await lockAgainstDeletion(tx, ctx.user);
  const locked = one(await lockMemberships(tx, eq(memberships.id, membership.id)), "membership");
  // The same form from another tab was faster.
  const same = await findSame(tx, locked, { plan: quote.planId, interval: quote.interval, key });
  if (same) return same;
  if (await findOpenChange(tx, locked)) {
    throw new DomainError("closed", "Another change of your membership is planned or under way.");
  }
  const isAsShown = isSameAs(locked, membership) && keyOf(quote, await countPlanChanges(tx, locked)) === key;
  if (!isAsShown) throw changed();
  const { kind, planId: productId, title, interval, priceMinor, isFounding, currency, priceReference, terms } = quote;
  const { coversSessions, placeLimit, categoryIds, weeklyLimit, credits, carriedOver } = terms;
  const { collections, collectionIds, discountPercent } = terms;
  return one(
    await tx
      .insert(membershipChanges)
      .values({
        ...{
          membershipId: locked.id,
          kind,
          productId,
          title,
          interval,
          priceMinor,
          isFounding,
          currency,
          priceReference,
        },
        ...{ coversSessions, placeLimit, categoryIds, weeklyLimit, credits, carriedOver },
        ...{ collections, collectionIds, discountPercent, termsVersion, privacyVersion },
        ...{ amountMinor: quote.amountMinor, startsAt: quote.startsAt, creditChange: quote.creditChange },
        createdAt: ctx.clock.now(),
      })
      .returning(),
    "change",
  );
}

const isSameAs = (now: Membership, before: Membership): boolean =>
  now.productId === before.productId &&
  now.interval === before.interval &&
  now.priceMinor === before.priceMinor &&
  now.state === before.state &&
  now.reference === before.reference &&
  now.isPriceUntold === before.isPriceUntold &&
  now.accessUntil?.getTime() === before.accessUntil?.getTime();

/** Tells Stripe of a change, with no row locked, and follows its answer. Safe to repeat: the change's id is Stripe's key. */
async function carryOut(ctx: MemberContext, membership: RenewedMembership, change: PlanChange): Promise<ChangeOutcome> {
  if (change.kind === "at_end") return plan(ctx, membership, change);
  const { reference } = membership;
  try {
    await tellStripe(ctx, async () => {
      const { subscriptions } = ctx.stripe.client;
      await releaseSchedule(ctx, membership);
      const subscription = await subscriptions.retrieve(reference);
      const { priceReference, startsAt: at } = change;
      await subscriptions.update(
        reference,
        { ...changeAtOnce(subscription, { priceReference, at }), payment_behavior: "pending_if_incomplete" },
        { idempotencyKey: `change:${change.id}` },
      );
      await syncSubscription(ctx, reference);
    });
  } catch (error) {
    await forgetRefused(ctx, change, error);
    throw error;
  }
  return outcomeOf(ctx, membership, change);
}

/** Ends a change that Stripe has refused: nothing has come of it. One whose answer was lost is settled by the next sync. */
async function forgetRefused(ctx: MemberContext, change: PlanChange, error: unknown): Promise<void> {
  const cause = error instanceof DomainError ? error.cause : undefined;
  const isRefused =
    cause instanceof Stripe.errors.StripeInvalidRequestError || cause instanceof Stripe.errors.StripeCardError;
  if (isRefused) await updateOpenChange(ctx.db, change, { endedAt: ctx.clock.now() });
}

async function outcomeOf(ctx: MemberContext, membership: Membership, { id }: PlanChange): Promise<ChangeOutcome> {
  const changes = await readPlanChanges(ctx.db, membership);
  const change = changes.find((row) => row.id === id);
  return change?.endedAt ? endedAs(change) : "waiting";
}

/** Plans a change for the end of what is paid, and mails its member once. */
async function plan(ctx: MemberContext, membership: RenewedMembership, change: PlanChange): Promise<ChangeOutcome> {
  await tellStripe(ctx, () => scheduleChange(ctx, membership, change));
  await inTransaction(ctx, async (tx) => {
    const locked = one(await lockMemberships(tx, eq(memberships.id, membership.id)), "membership");
    const open = await findOpenChange(tx, locked);
    if (open?.id !== change.id) return;
    await syncPasses(tx, ctx, locked);
    const { title, priceMinor, currency, interval, startsAt } = open;
    const price = printPrice({ amountMinor: priceMinor, currency }, interval);
    const until = lastDayOf(startsAt, ctx.settings.siteTimeZone);
    const text = `You keep “${locked.title}” until ${until}. After that you have “${title}”, for ${price}. Nothing was taken for the change, and you can take it back until then on the page of your membership.`;
    await mailMembership(tx, ctx, locked, { about: "change_planned", key: change.id, text });
  });
  return "planned";
}
