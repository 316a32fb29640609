import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Membership, memberships, products } from "@db/schema";
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { longDay } from "../../../core/dates";
import type { Services } from "../../../core/services";
import { adoptPlan } from "./adopt-plan";
import { printAmount } from "../plans/describe-plan";
import { syncPasses } from "../periods/grant";
import { mailMembership } from "../mails/mails";
import { printRenewal } from "../show/show-membership";
import { isAgreed, itemOf } from "./agreed-price";
import { instantOf, type PaidInvoice, type PlannedPrice, type SubscriptionFacts } from "./facts";

/**
 * Gives a locked membership the plan that an invoice was paid for, before its period is added. One that is older than
 * the present plan, or that charges nothing, such as that of a pause, changes nothing.
 */
export function adoptCharged(
  tx: Transaction,
  services: Services,
  membership: Membership,
  { price, period, totalMinor }: PaidInvoice,
): Promise<Membership> {
  const isOlder = period !== null && membership.planSince !== null && period.startsAt < membership.planSince;
  const isCharged = price !== null && period !== null && totalMinor > 0;
  if (!isCharged || isOlder || isAgreed(membership, price)) return Promise.resolve(membership);
  return adoptPlan(tx, services, membership, { price, since: period.startsAt });
}

/**
 * Makes the plan of a locked membership what Stripe says, also after a change in its dashboard: a price that is charged
 * from now on is taken over, one that is still to be paid is what comes next. Mails what has changed. A price that no
 * plan can have is logged, and changes nothing.
 */
export async function followPlan(
  tx: Transaction,
  services: Services,
  membership: Membership,
  { subscription, price, planned, open }: SubscriptionFacts,
): Promise<Membership> {
  if (membership.endedAt || membership.startedAt === null) return membership;
  if (!price) {
    services.log.error({ membershipId: membership.id }, "Stripe charges a membership a price that no plan can have");
    return membership;
  }
  if (isAgreed(membership, price)) return noteNext(tx, services, membership, planned);
  const from = firstChargeOf(membership, subscription);
  // In free days another change may follow before the first is charged: that one alone counts.
  if (from) return noteNext(tx, services, membership, planned && planned.from <= from ? planned : { ...price, from });
  const { status, pending_update: update, pause_collection: pause } = subscription;
  const isCharged = status === "active" && !update && !pause && !open;
  if (!isCharged) return noteNext(tx, services, membership, planned);
  const adopted = await adoptPlan(tx, services, membership, { price, since: services.clock.now() });
  await mailAdopted(tx, services, membership, adopted);
  return noteNext(tx, services, adopted, planned);
}

/** Returns when the price of a subscription is charged for the first time; null if that is over. */
function firstChargeOf({ accessUntil }: Membership, subscription: Stripe.Subscription): Date | null {
  const { status, trial_end: freeUntil } = subscription;
  if (status === "trialing") return freeUntil === null ? null : instantOf(freeUntil);
  const begun = instantOf(itemOf(subscription).current_period_start);
  return accessUntil && begun >= accessUntil ? begun : null;
}

async function mailAdopted(tx: Transaction, services: Services, before: Membership, adopted: Membership) {
  const price = printAmount(adopted, adopted.priceMinor);
  const isOwnPlan = before.productId === adopted.productId;
  await mailMembership(tx, services, adopted, {
    about: isOwnPlan ? "changed" : "plan_changed",
    key: `plan:${adopted.syncs}`,
    text: isOwnPlan
      ? `Your membership “${adopted.title}” costs ${price} from now on.`
      : `You have “${adopted.title}” from now on, for ${price}.`,
  });
}

/** Stores what follows the present plan, and tells the member once when that is planned or taken back. */
async function noteNext(
  tx: Transaction,
  services: Services,
  membership: Membership,
  planned: PlannedPrice | null,
): Promise<Membership> {
  const isGoingOn = membership.state === "active" || membership.state === "paused" || membership.state === "past_due";
  const wanted = planned && isGoingOn && !isAgreed(membership, planned) ? await nextOf(tx, membership, planned) : null;
  if (isSame(membership, wanted)) return membership;
  const changed = one(
    await tx
      .update(memberships)
      .set(wanted ?? none)
      .where(eq(memberships.id, membership.id))
      .returning(),
    "membership",
  );
  await syncPasses(tx, services, changed);
  if (isGoingOn) await mailNext(tx, services, membership, changed);
  return changed;
}

const none = { nextProductId: null, nextTitle: null, nextInterval: null, nextPriceMinor: null, nextFrom: null };

type NextPlan = Pick<Membership, keyof typeof none>;

async function nextOf(tx: Transaction, membership: Membership, planned: PlannedPrice): Promise<NextPlan> {
  const [plan] = planned.planId ? await tx.select().from(products).where(eq(products.id, planned.planId)) : [];
  return {
    nextProductId: plan?.id ?? membership.productId,
    nextTitle: plan?.title ?? membership.title,
    nextInterval: planned.interval,
    nextPriceMinor: planned.priceMinor,
    nextFrom: planned.from,
  };
}

const isSame = (now: NextPlan, wanted: NextPlan | null): boolean =>
  now.nextProductId === (wanted?.nextProductId ?? null) &&
  now.nextInterval === (wanted?.nextInterval ?? null) &&
  now.nextPriceMinor === (wanted?.nextPriceMinor ?? null) &&
  now.nextFrom?.getTime() === wanted?.nextFrom?.getTime();

/** A day that has only moved, such as by a pause, is said by the mail about that. */
async function mailNext(tx: Transaction, services: Services, before: Membership, changed: Membership): Promise<void> {
  const { title, nextTitle, nextFrom, nextPriceMinor, nextInterval, currency } = changed;
  const key = `next:${changed.syncs}`;
  if (nextFrom === null || nextPriceMinor === null || nextInterval === null) {
    const dropped = before.nextTitle === title ? printRenewal(before) : `“${before.nextTitle}”`;
    const text = `You keep “${title}”: the change to ${dropped} is taken back.`;
    return mailMembership(tx, services, changed, { about: "kept", key, text });
  }
  const isMoved =
    before.nextProductId === changed.nextProductId &&
    before.nextInterval === nextInterval &&
    before.nextPriceMinor === nextPriceMinor;
  if (isMoved) return;
  const price = printAmount({ currency, interval: nextInterval }, nextPriceMinor);
  const day = longDay(nextFrom, services.settings.siteTimeZone);
  const next = nextTitle === title ? `it costs ${price}` : `it changes to “${nextTitle}”, for ${price}`;
  const text = `You keep “${title}” as it is until ${day}. Then ${next}. You can take that back before, by “Change plan” on the page of your membership.`;
  await mailMembership(tx, services, changed, { about: "change_planned", key, text });
}
