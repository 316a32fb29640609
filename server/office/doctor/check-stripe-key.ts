import { products } from "@db/schema";
import { and, eq } from "drizzle-orm";
import Stripe from "stripe";
import { printPermissions, stripePermissions } from "../../payments/stripe-permissions";
import { findOrMakeConfiguration } from "../../selling/memberships/stripe/portal-configuration";
import { callPatienceMs, fault, fine, type Finding, reasonOf, type Site, warning } from "./finding";

const once = { timeout: callPatienceMs, maxNetworkRetries: 0 };
const dashboard = "https://dashboard.stripe.com";

/** Tries what the key may do and, where memberships are on sale, makes the portal ready in which members change their card. */
export async function checkKey(site: Site): Promise<Finding[]> {
  const isPlan = and(eq(products.kind, "membership"), eq(products.isOn, true));
  const hasPlans = (await site.db.$count(products, isPlan)) > 0;
  const permissions = await checkPermissions(site, hasPlans);
  return [permissions, ...(hasPlans ? [await checkPortal(site)] : [])];
}

async function checkPermissions({ stripe: { client }, settings }: Site, hasPlans: boolean): Promise<Finding> {
  const name = "Stripe permissions";
  if (!/^rk_/.test(settings.stripe?.secretKey ?? "")) return fine(name, "a secret key has all");
  const tried = await Promise.allSettled(stripePermissions.map(({ probe }) => probe(client, once)));
  const errors = tried.map((probe): unknown => (probe.status === "rejected" ? probe.reason : null));
  const { StripePermissionError, StripeInvalidRequestError } = Stripe.errors;
  const missing = stripePermissions.filter((_, index) => errors[index] instanceof StripePermissionError);
  // One that was carried out and found nothing is allowed.
  const isAnswer = (error: unknown) =>
    error === null || error instanceof StripePermissionError || error instanceof StripeInvalidRequestError;
  const failed = errors.find((error) => !isAnswer(error));
  if (failed) return warning(name, `can’t be tried: ${reasonOf(failed)}`, "Try again in a moment.");
  if (missing.length === 0) return fine(name, "the restricted key has all that are needed");
  const isNeeded = missing.some(({ need }) => need === "selling" || (need === "memberships" && hasPlans));
  const judge = isNeeded ? fault : warning;
  const todo = `Edit the key at ${dashboard}/apikeys. Without them, there are faults in ${[...new Set(missing.map(({ need }) => need))].join(" and ")}.`;
  return judge(name, `the restricted key lacks the right ${printPermissions(missing)}`, todo);
}

/** Stripe has configurations of its own for test and live keys. */
async function checkPortal(site: Site): Promise<Finding> {
  const name = "Stripe’s portal";
  try {
    await findOrMakeConfiguration(site, "card");
    return fine(name, "is ready for members");
  } catch (error) {
    const place = `${dashboard}/${site.stripe.isLive ? "" : "test/"}settings/billing/portal`;
    const todo = `Members can’t change their card. Open ${place}, press Save, and check again.`;
    return fault(name, `can’t be made ready: ${reasonOf(error)}`, todo);
  }
}
