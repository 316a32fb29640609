import type { Queryable } from "@db/client";
import { type Membership, memberships, products } from "@db/schema";
import { and, eq, isNull } from "drizzle-orm";
import type Stripe from "stripe";
import type { MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import type { Services } from "../../../core/services";
import { isGranting } from "../../../core/granting";
import { countJoined } from "../add-member";
import { readPeriods } from "../change-membership";
import { creditChangeOf, monthAt } from "../credit-change";
import { isFoundingPrice, type PlanTerms, priceFor } from "../describe-plan";
import { selectPlans } from "../manage-plans";
import type { Interval } from "../periods";
import type { JoinChoice } from "../schemas";
import { isRenewed, type RenewedMembership } from "./change-renewal";
import { instantOf } from "./facts";
import { itemOf } from "./follow-plan";
import { standingOf } from "./follow-subscription";
import { findOrMakePrice } from "./price";
import { isScheduled } from "./schedule-change";
import { syncSubscription } from "./sync-subscription";

/** What a change of plan costs, and when it takes effect. */
export type ChangeQuote = {
  kind: "at_once" | "at_end";
  planId: string;
  title: string;
  terms: PlanTerms;
  interval: Interval;
  priceMinor: number;
  /** Whether it is the price of the first members, which stays. */
  isFounding: boolean;
  currency: Membership["currency"];
  /** What Stripe calls the price, and the item that has it. */
  priceReference: string;
  /** What is taken at once; 0 for a change at the end. */
  amountMinor: number;
  startsAt: Date;
  /** Until when it is paid then. */
  paidUntil: Date;
  creditChange: number;
};

const refuse = (message: string): DomainError => new DomainError("closed", message);

/** Returns why a membership can't be changed by its member now; null if it can. */
export function reasonNotToChange(membership: Membership, now: Date): string | null {
  const { source, state, accessUntil, isPriceUntold } = membership;
  if (source === "outside") return "You pay for your membership elsewhere. Please write to me to change it.";
  if (state === "pending") return "Your membership begins with its first payment, and can be changed after that.";
  if (state === "paused") return "Your membership is paused. It can be changed when it goes on.";
  if (state === "past_due")
    return "The last payment for your membership could not be taken. It can be changed once that is paid.";
  if (state === "cancelled") return "You have cancelled your membership. Keep it first, then you can change it.";
  if (state !== "active" || !isRenewed(membership)) return "Your membership is over.";
  if (!isGranting(membership, now)) return "Nothing is paid for now. It can be changed after its next payment.";
  if (!accessUntil || accessUntil <= now)
    return "Your membership is being renewed right now. Please try again in a few hours.";
  // What Stripe is told of the present plan must not overtake the change.
  if (isPriceUntold)
    return "The price of your membership is being changed right now. Please try again in a few minutes.";
  return null;
}

/** Reads the live membership of a member. Throws not_found. */
export async function requireOwn({ db, user }: Pick<MemberContext, "db" | "user">): Promise<Membership> {
  const [own] = await db
    .select()
    .from(memberships)
    .where(and(eq(memberships.userId, user.id), isNull(memberships.endedAt)));
  if (!own) throw new DomainError("not_found", "You have no membership.");
  return own;
}

/** Returns a membership that can be changed. Throws closed. */
export function requireChangeable(membership: Membership, now: Date): RenewedMembership {
  const reason = reasonNotToChange(membership, now);
  if (reason !== null || !isRenewed(membership)) throw refuse(reason ?? "Your membership is over.");
  return membership;
}

type JoinCount = { planId: string; interval: Interval; joined: number };

/**
 * Returns what a plan costs a member who changes to it: the founding price for one who has that now. The price is null
 * where the plan has none.
 */
export function changePriceFor(
  terms: PlanTerms,
  { productId, isFounding: isFounder }: Pick<Membership, "productId" | "isFounding">,
  { planId, interval, joined }: JoinCount,
): { priceMinor: number | null; isFounding: boolean } {
  const isSamePlan = planId === productId;
  const before = isSamePlan && isFounder ? 0 : joined - (isSamePlan ? 1 : 0);
  return { priceMinor: priceFor(terms, interval, before), isFounding: isFoundingPrice(terms, interval, before) };
}

/**
 * Returns what Stripe would charge for a change as of an instant. A dearer plan and a year in place of months begin at
 * once; everything else, and what is free now, changes when what is paid has ended. Throws not_found, closed and Stripe's
 * errors.
 */
export async function quoteChange(
  services: Services,
  membership: RenewedMembership,
  choice: JoinChoice,
  at: Date,
): Promise<ChangeQuote> {
  const { db, stripe } = services;
  const wanted = await findWanted(db, membership, choice);
  const subscription = await readUnscheduled(services, membership);
  if (standingOf({ subscription }) !== "active") throw refuse("Your membership has changed. Please look at it again.");
  const priceReference = await findOrMakePrice(services, { ...wanted, productId: wanted.planId });
  const { current_period_end: end } = itemOf(subscription);
  const planned: ChangeQuote = {
    ...{ kind: "at_end", ...wanted, priceReference, amountMinor: 0, creditChange: 0 },
    ...{ startsAt: instantOf(end), paidUntil: instantOf(end) },
  };
  if (!isDearer(membership, wanted) || subscription.status !== "active") return planned;
  const preview = await previewChange(stripe.client, subscription, { priceReference, at });
  // Where next to nothing is left of what is paid, there is nothing to take.
  if (preview.amount_due <= 0) return planned;
  const month = monthAt(await readPeriods(db, membership), at, services.settings.siteTimeZone);
  const { interval, terms } = wanted;
  return {
    ...{ ...planned, kind: "at_once", amountMinor: preview.amount_due, startsAt: at },
    paidUntil: paidUntilOf(preview) ?? planned.paidUntil,
    creditChange: creditChangeOf(membership, { interval, credits: terms.credits }, month, at),
  };
}

/** Reads a subscription without the schedule of a change that was made. Throws closed for a schedule that is not ours. */
async function readUnscheduled(services: Services, { reference }: RenewedMembership): Promise<Stripe.Subscription> {
  const { subscriptions } = services.stripe.client;
  const read = await subscriptions.retrieve(reference);
  if (!isScheduled(read)) return read;
  await syncSubscription(services, reference);
  const synced = await subscriptions.retrieve(reference);
  if (isScheduled(synced)) throw refuse("A change of your membership is planned already. Please write to me.");
  return synced;
}

type WantedPlan = Pick<
  ChangeQuote,
  "planId" | "title" | "terms" | "interval" | "priceMinor" | "isFounding" | "currency"
>;

async function findWanted(
  db: Queryable,
  membership: Membership,
  { plan: planId, interval }: JoinChoice,
): Promise<WantedPlan> {
  const [plan] = await selectPlans(db).where(and(eq(products.id, planId), eq(products.isOn, true)));
  if (!plan) throw new DomainError("not_found", "Membership not found");
  const { product, terms } = plan;
  if (planId === membership.productId && interval === membership.interval) throw refuse("You have this membership.");
  if (product.priceCurrency !== membership.currency) {
    throw refuse("This membership is paid in another currency. Join it when yours has ended.");
  }
  const joined = await countJoined(db, planId);
  const { priceMinor, isFounding } = changePriceFor(terms, membership, { planId, interval, joined });
  if (priceMinor === null) throw new DomainError("not_found", "Membership not found");
  return { planId, title: product.title, terms, interval, priceMinor, isFounding, currency: product.priceCurrency };
}

const isDearer = (now: Membership, wanted: WantedPlan): boolean =>
  wanted.interval === now.interval ? wanted.priceMinor > now.priceMinor : wanted.interval === "year";

type PreviewedChange = { priceReference: string; at: Date };

/** Returns what Stripe is told of a change at once, for its preview and when it is made: so both have the same amount. */
export const changeAtOnce = (subscription: Stripe.Subscription, { priceReference, at }: PreviewedChange) => ({
  items: [{ id: itemOf(subscription).id, price: priceReference }],
  proration_behavior: "always_invoice" as const,
  proration_date: Math.floor(at.getTime() / 1000),
});

const previewChange = (client: Stripe, subscription: Stripe.Subscription, change: PreviewedChange) =>
  client.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: changeAtOnce(subscription, change),
  });

/** Returns the end of the last period that an invoice charges. */
function paidUntilOf({ lines }: Stripe.Invoice): Date | null {
  const ends = lines.data.filter(({ amount }) => amount > 0).map(({ period }) => period.end);
  return ends.length > 0 ? instantOf(Math.max(...ends)) : null;
}
