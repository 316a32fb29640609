import { sql } from "drizzle-orm";
import { ApiError } from "../api-error";
import { parseParameters } from "../parameters";
import { type Call, requireObject, retrieve, route } from "../route";
import { listObjects } from "../store";
import { cancelSubscription } from "./cancel-subscription";
import { createSubscription } from "./create-subscription";
import { requireSubscription } from "./kept-subscription";
import { billingSchemas } from "./parameters";
import { releaseSchedule, requireSchedule } from "./schedules";
import { updateSubscription } from "./update-subscription";
import { beginWork } from "./work";

export const subscriptionRoutes = [
  route("POST", "/v1/subscriptions", "subscriptions.create", async (call) => {
    const { customer, items, ...asked } = parseParameters(billingSchemas.subscription, call.form);
    const work = await beginWork({ ...call, tx: call.db }, customer);
    const { body } = await createSubscription(work, {
      price: items[0].price,
      trialDays: asked.trial_period_days,
      metadata: asked.metadata,
      missingPaymentMethod: asked.trial_settings?.end_behavior.missing_payment_method,
    });
    return body;
  }),
  route("GET", "/v1/subscriptions", "subscriptions.list", async ({ db, form }) => {
    const { customer, status, ...page } = parseParameters(billingSchemas.subscriptions, form);
    return listObjects(db, {
      kind: "subscription",
      url: "/v1/subscriptions",
      page,
      where: { customer, status: status === "all" ? undefined : status },
      // All but those that have ended, unless a status is asked for.
      ...(status === undefined && { and: sql`body ->> 'status' <> 'canceled'` }),
    });
  }),
  route("GET", "/v1/subscriptions/{id}", "subscriptions.retrieve", retrieve("subscription")),
  route("POST", "/v1/subscriptions/{id}", "subscriptions.update", async (call) => {
    const changes = parseParameters(billingSchemas.subscriptionUpdate, call.form);
    const { work, kept } = await lockSubscription(call);
    await updateSubscription(work, kept, changes);
    return (await requireSubscription(call.db, call.id)).body;
  }),
  route("DELETE", "/v1/subscriptions/{id}", "subscriptions.cancel", async (call) => {
    parseParameters(billingSchemas.nothing, call.form);
    const { work, kept } = await lockSubscription(call);
    if (kept.body.status === "canceled") throw ended(call.id);
    return cancelSubscription(work, kept, "cancellation_requested");
  }),
  route("GET", "/v1/subscription_schedules/{id}", "subscriptionSchedules.retrieve", retrieve("subscription_schedule")),
  route("POST", "/v1/subscription_schedules/{id}/release", "subscriptionSchedules.release", async (call) => {
    parseParameters(billingSchemas.nothing, call.form);
    const { body } = await requireObject(call.db, "subscription_schedule", call.id);
    const work = await beginWork({ ...call, tx: call.db }, body.customer);
    return releaseSchedule(work, await requireSchedule(work, call.id));
  }),
] as const;

async function lockSubscription(call: Call) {
  const { body } = await requireObject(call.db, "subscription", call.id);
  const work = await beginWork({ ...call, tx: call.db }, body.customer);
  return { work, kept: await requireSubscription(call.db, call.id) };
}

const ended = (id: string) =>
  new ApiError(`No such subscription: '${id}'`, { status: 404, code: "resource_missing", param: "id" });
