import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { creditEntries, type Membership, memberships, products } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Services } from "../../../core/services";
import { readPeriods } from "../periods/change-membership";
import { grantsOf } from "../plans/describe-plan";
import { grantCredits, lockCredits, syncPasses, writeOffAbove } from "../periods/grant";
import { selectPlans } from "../plans/manage-plans";
import { shareLeftOfMonth } from "../periods/periods";
import type { AgreedPrice } from "./agreed-price";

type AdoptingServices = Pick<Services, "clock" | "settings" | "log">;

type NewAgreement = { price: AgreedPrice; since: Date };

/**
 * Gives a locked membership the plan, the interval and the price that Stripe charges since an instant. Another plan
 * grants what it holds today; another interval begins a month of its own; another price changes nothing else.
 */
export async function adoptPlan(
  tx: Transaction,
  services: AdoptingServices,
  membership: Membership,
  { price, since }: NewAgreement,
): Promise<Membership> {
  const { interval, priceMinor, currency } = price;
  const isOwnPlan = price.planId === null || price.planId === membership.productId;
  const plan = isOwnPlan ? undefined : await findPlan(tx, price.planId);
  if (!isOwnPlan && !plan) {
    services.log.error({ membershipId: membership.id, planId: price.planId }, "Stripe charges a plan that is gone");
  }
  const isAnew = plan !== undefined || interval !== membership.interval;
  const granted = plan ? { ...grantsOf(plan.terms), productId: plan.product.id, title: plan.product.title } : {};
  if (isAnew) await grantCredits(tx, services, membership, await readPeriods(tx, membership), since);
  const adopted = one(
    await tx
      .update(memberships)
      .set({
        ...granted,
        interval,
        priceMinor,
        currency,
        ...(isAnew && { planSince: since }),
        nextProductId: null,
        nextTitle: null,
        nextInterval: null,
        nextPriceMinor: null,
        nextFrom: null,
      })
      .where(eq(memberships.id, membership.id))
      .returning(),
    "membership",
  );
  if (!isAnew) return adopted;
  await syncPasses(tx, services, adopted);
  await followCredits(tx, services, { before: membership, after: adopted, since });
  return adopted;
}

async function findPlan(tx: Transaction, planId: string | null) {
  if (planId === null) return undefined;
  const [plan] = await selectPlans(tx).where(eq(products.id, planId));
  return plan;
}

type AdoptedPlan = { before: Membership; after: Membership; since: Date };

/**
 * A plan that begins within a month brings as many of its additional credits as of its additional price is charged.
 * Where a whole period begins, the plan before keeps its promise of what is carried over.
 */
async function followCredits(tx: Transaction, services: AdoptingServices, { before, after, since }: AdoptedPlan) {
  const isWithinPaid = before.accessUntil !== null && since < before.accessUntil;
  if (!isWithinPaid || before.interval !== after.interval) {
    return writeOffAbove(tx, services, before, before.carriedOver);
  }
  const periods = await readPeriods(tx, after);
  const share = shareLeftOfMonth(periods, since, services.settings.siteTimeZone);
  const amount = Math.round(((after.credits ?? 0) - (before.credits ?? 0)) * share);
  const pass = await lockCredits(tx, after);
  if (!pass || amount <= 0) return;
  await tx.insert(creditEntries).values({ passId: pass.id, kind: "granted", amount, createdAt: services.clock.now() });
}
