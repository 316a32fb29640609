import { createHash, randomUUID } from "node:crypto";
import { products } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import type Stripe from "stripe";
import { myMembershipPath } from "../../../core/paths";
import type { Services } from "../../../core/services";
import { intervals, priceFor } from "../plans/describe-plan";
import { selectPlans } from "../plans/manage-plans";
import type { PortalVisit } from "../schemas";
import { findOrMakePrice, productIdOf } from "./price";

type PortalServices = Pick<Services, "db" | "stripe" | "settings">;

/** Stripe's portal offers so many products at most. */
const mostPlans = 10;

/** What a member opens the portal for. Plans are offered to those alone who may change theirs: not while it is paused. */
type Purpose = PortalVisit["for"];

/**
 * Returns Stripe's configuration of the portal for a purpose: made once, found again by its metadata, and brought up to
 * date when what is on sale has changed. What Stripe's dashboard has as its own is left alone. Throws Stripe's errors.
 */
export async function findOrMakeConfiguration(services: PortalServices, purpose: Purpose): Promise<string> {
  const { configurations } = services.stripe.client.billingPortal;
  const wanted = describeConfiguration(services, purpose === "plan" ? await listChoices(services) : []);
  const contents = createHash("sha256").update(JSON.stringify(wanted)).digest("hex");
  const { data } = await configurations.list({ active: true, limit: 100 });
  const { siteUrl: site } = services.settings;
  const known = data.find(({ metadata }) => metadata?.site === site && metadata.purpose === purpose);
  if (known?.metadata?.contents === contents) return known.id;
  const described = { ...wanted, metadata: { site, purpose, contents } };
  const made = known ? await configurations.update(known.id, described) : await configurations.create(described);
  return made.id;
}

/** A dearer price is charged at once; a cheaper one and a shorter interval begin when what is paid has ended. */
function describeConfiguration({ settings }: PortalServices, plans: OfferedPlan[]) {
  return {
    default_return_url: settings.siteUrl + myMembershipPath,
    features: {
      customer_update: { enabled: false },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      // Members cancel on this site, which works without scripts and asks why.
      subscription_cancel: { enabled: false },
      subscription_update:
        plans.length === 0
          ? { enabled: false }
          : {
              enabled: true,
              default_allowed_updates: ["price"],
              proration_behavior: "always_invoice",
              products: plans,
              schedule_at_period_end: {
                conditions: [{ type: "decreasing_item_amount" }, { type: "shortening_interval" }],
              },
              // Months that were given stay.
              trial_update_behavior: "continue_trial",
            },
    },
  } satisfies Stripe.BillingPortal.ConfigurationCreateParams;
}

type OfferedPlan = { product: string; prices: string[] };

/** Returns what a member can change to: the plans on sale, with their prices. */
async function listChoices(services: PortalServices): Promise<OfferedPlan[]> {
  const rows = await selectPlans(services.db)
    .where(eq(products.isOn, true))
    .orderBy(asc(products.priceMinor), asc(products.id))
    .limit(mostPlans);
  return Promise.all(
    rows.map(async ({ product, terms }) => {
      const priced = intervals.flatMap((interval) => {
        const priceMinor = priceFor(terms, interval);
        return priceMinor === null ? [] : [{ interval, priceMinor }];
      });
      const { id: productId, priceCurrency: currency } = product;
      const prices: string[] = [];
      // One after the other: each first looks for the product.
      for (const price of priced) {
        prices.push(await findOrMakePrice(services, { ...price, productId, currency }, randomUUID()));
      }
      return { product: productIdOf(productId), prices };
    }),
  );
}
