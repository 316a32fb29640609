import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Membership, memberships, type PlanChange } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Services } from "../../core/services";
import { readPeriods } from "./change-membership";
import { grantCredits, syncPasses, writeOffAbove, writeOffSome } from "./grant";
import { updatePlanChange } from "./plan-changes";

type AdoptingServices = Pick<Services, "clock" | "settings">;

/**
 * Gives a locked membership the plan of a change that Stripe has charged, or charges from now on: what it grants is as
 * it was shown when the change was asked for. Credits that were paid at the old price stay.
 */
export async function adoptPlan(
  tx: Transaction,
  services: AdoptingServices,
  membership: Membership,
  change: PlanChange,
): Promise<Membership> {
  const now = services.clock.now();
  // What the months before the change have still to grant is granted as the old plan says.
  await grantCredits(tx, services, membership, await readPeriods(tx, membership), change.startsAt);
  if (change.kind === "at_end") await writeOffAbove(tx, services, membership, membership.carriedOver);
  else if (change.creditChange < 0) await writeOffSome(tx, services, membership, -change.creditChange);
  const { productId, title, interval, priceMinor, currency, termsVersion, privacyVersion } = change;
  const { coversSessions, placeLimit, categoryIds, weeklyLimit, credits, carriedOver } = change;
  const { collections, collectionIds, discountPercent } = change;
  const adopted = one(
    await tx
      .update(memberships)
      .set({
        ...{ productId, title, interval, priceMinor, currency, termsVersion, privacyVersion },
        ...{ coversSessions, placeLimit, categoryIds, weeklyLimit, credits, carriedOver },
        ...{ collections, collectionIds, discountPercent },
        // The price that was agreed when the change was asked for; one decided for members since then comes later.
        ...{ priceSince: change.createdAt, isFounding: change.isFounding, isPriceUntold: false },
        ...{ nextPriceMinor: null, nextPriceFrom: null, nextPriceNotice: null },
      })
      .where(eq(memberships.id, membership.id))
      .returning(),
    "membership",
  );
  await updatePlanChange(tx, change, { startedAt: now, endedAt: now, invoiceReference: null, waitsUntil: null });
  await syncPasses(tx, services, adopted);
  return adopted;
}
