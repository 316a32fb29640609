import { sql } from "drizzle-orm";
import { ApiError } from "../api-error";
import { expandObjects } from "../expand-objects";
import { parseParameters } from "../parameters";
import { type Call, requireObject, retrieve, route } from "../route";
import { listObjects } from "../store";
import { cancelSubscription } from "./cancel-subscription";
import { createSubscription, trialEndOf } from "./create-subscription";
import { requireSubscription } from "./kept-subscription";
import { billingSchemas } from "./parameters";
import { releaseSchedule, requireSchedule } from "./schedules";
import { updateSubscription } from "./update-subscription";
import { beginWork } from "./work";

export const subscriptionRoutes = [
  route("POST", "/v1/subscriptions", "subscriptions.create", async (call) => {
    const { expand, ...asked } = parseParameters(billingSchemas.subscription, call.form);
    const work = await beginWork({ ...call, tx: call.db }, asked.customer);
    const { body } = await createSubscription(work, {
      items: asked.items,
      trialEnd: trialEndOf(work.now, { days: asked.trial_period_days }),
      metadata: asked.metadata,
      missingPaymentMethod: asked.trial_settings?.end_behavior.missing_payment_method,
    });
    return expandObjects(call.db, body, expand);
  }),
  route("GET", "/v1/subscriptions", "subscriptions.list", async ({ db, form }) => {
    const { expand, ...parameters } = parseParameters(billingSchemas.subscriptions, form);
    const { customer, status, ...page } = parameters;
    const and = statusCondition(status);
    const list = await listObjects(db, {
      kind: "subscription",
      url: "/v1/subscriptions",
      page,
      where: { customer },
      ...(and && { and }),
    });
    return expandObjects(db, list, expand);
  }),
  route("GET", "/v1/subscriptions/{id}", "subscriptions.retrieve", retrieve("subscription")),
  route("POST", "/v1/subscriptions/{id}", "subscriptions.update", async (call) => {
    const { expand, ...changes } = parseParameters(billingSchemas.subscriptionUpdate, call.form);
    const { work, kept } = await lockSubscription(call);
    const { body } = await updateSubscription(work, kept, changes);
    return expandObjects(call.db, body, expand);
  }),
  route("DELETE", "/v1/subscriptions/{id}", "subscriptions.cancel", async (call) => {
    const { expand, cancellation_details: details } = parseParameters(billingSchemas.cancellation, call.form);
    const { work, kept } = await lockSubscription(call);
    if (kept.body.status === "canceled" || kept.body.status === "incomplete_expired") throw ended(call.id);
    const reason = "cancellation_requested" as const;
    return expandObjects(call.db, await cancelSubscription(work, kept, { reason, ...details }), expand);
  }),
  route("GET", "/v1/subscription_schedules/{id}", "subscriptionSchedules.retrieve", retrieve("subscription_schedule")),
  route("POST", "/v1/subscription_schedules/{id}/release", "subscriptionSchedules.release", async (call) => {
    const { expand } = parseParameters(billingSchemas.deletion, call.form);
    const work = await workOnSchedule(call);
    return expandObjects(call.db, await releaseSchedule(work, await requireSchedule(work, call.id)), expand);
  }),
] as const;

/** Lists all but those that have been canceled, unless a status is asked for. */
function statusCondition(status: string | undefined) {
  if (status === "all") return undefined;
  if (status === undefined) return sql`body ->> 'status' <> 'canceled'`;
  if (status === "ended") return sql`body ->> 'status' in ('canceled', 'incomplete_expired')`;
  return sql`body ->> 'status' = ${status}`;
}

async function lockSubscription(call: Call) {
  const { body } = await requireObject(call.db, "subscription", call.id);
  const work = await beginWork({ ...call, tx: call.db }, body.customer);
  return { work, kept: await requireSubscription(call.db, call.id) };
}

async function workOnSchedule(call: Call) {
  const { body } = await requireObject(call.db, "subscription_schedule", call.id);
  return beginWork({ ...call, tx: call.db }, body.customer);
}

const ended = (id: string) =>
  new ApiError(`No such subscription: '${id}'`, { status: 404, code: "resource_missing", param: "id" });
