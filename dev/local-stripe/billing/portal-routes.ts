import type { Queryable } from "@db/client";
import type { z } from "zod";
import { ApiError, badParameter, noSuchObject } from "../api-error";
import { nowInSeconds } from "../context";
import {
  type AskedFeatures,
  buildConfiguration,
  buildFeatures,
  type ConfigurationObject,
} from "../objects/portal-configuration";
import { buildPortalSession } from "../objects/portal-session";
import { parseParameters } from "../parameters";
import { requireObject, route } from "../route";
import { findObject, insertObject, listObjects, saveObject } from "../store";
import { requireSubscription } from "./kept-subscription";
import { mergeMetadata } from "./metadata";
import { portalSchemas } from "./portal-parameters";
import { beginWork } from "./work";

const nobody = { sessionId: "", email: "" };

export const portalRoutes = [
  route("POST", "/v1/billing_portal/configurations", "billingPortal.configurations.create", async (call) => {
    const asked = parseParameters(portalSchemas.configuration, call.form);
    const configuration = buildConfiguration({
      features: await askedFeatures(call.db, asked.features),
      returnUrl: asked.default_return_url,
      metadata: asked.metadata,
      created: nowInSeconds(call.ctx),
    });
    await insertObject(call.db, "billing_portal.configuration", { body: configuration, ...nobody });
    return configuration;
  }),
  route("GET", "/v1/billing_portal/configurations", "billingPortal.configurations.list", async ({ db, form }) => {
    const { active, ...page } = parseParameters(portalSchemas.configurations, form);
    const url = "/v1/billing_portal/configurations";
    return listObjects(db, { kind: "billing_portal.configuration", url, page, where: { active } });
  }),
  route("POST", "/v1/billing_portal/configurations/{id}", "billingPortal.configurations.update", async (call) => {
    const asked = parseParameters(portalSchemas.configuration, call.form);
    const { body } = await requireObject(call.db, "billing_portal.configuration", call.id);
    const configuration: ConfigurationObject = {
      ...body,
      features: buildFeatures(await askedFeatures(call.db, asked.features)),
      default_return_url: asked.default_return_url,
      metadata: mergeMetadata(body.metadata ?? {}, asked.metadata),
      updated: nowInSeconds(call.ctx),
    };
    await saveObject(call.db, configuration);
    return configuration;
  }),
  route("POST", "/v1/billing_portal/sessions", "billingPortal.sessions.create", async (call) => {
    const { flow_data: flow, ...asked } = parseParameters(portalSchemas.session, call.form);
    const { email } = await beginWork({ ...call, tx: call.db }, asked.customer);
    const configuration = await configurationOf(call.db, asked.configuration);
    if (flow) {
      const param = "flow_data[subscription_update][subscription]";
      const { body } = await requireSubscription(call.db, flow.subscription_update.subscription, param);
      if (!configuration.features.subscription_update.enabled) {
        throw badParameter("The subscription update feature is disabled in the configuration.", "flow_data[type]");
      }
      if (body.schedule) {
        throw badParameter("This subscription has a schedule, so it can't be updated by a flow.", "flow_data[type]");
      }
    }
    const session = buildPortalSession({
      siteUrl: call.ctx.siteUrl,
      customer: asked.customer,
      configuration: configuration.id,
      created: nowInSeconds(call.ctx),
      returnUrl: asked.return_url ?? null,
      flow: flow
        ? { subscription: flow.subscription_update.subscription, returnUrl: flow.after_completion.redirect.return_url }
        : null,
    });
    await insertObject(call.db, "billing_portal.session", { body: session, sessionId: "", email });
    return session;
  }),
] as const;

/** Refuses a session without one: the account's own is made by saving it in the dashboard, which is not modelled. */
async function configurationOf(db: Queryable, id: string | undefined): Promise<ConfigurationObject> {
  if (id === undefined) throw withoutConfiguration();
  const found = (await findObject(db, "billing_portal.configuration", id))?.body;
  if (!found) throw noSuchObject("configuration", id, "configuration");
  return found;
}

const withoutConfiguration = () =>
  new ApiError(
    "No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.",
  );

type Features = z.output<typeof portalSchemas.configuration>["features"];

/** Refuses prices that are not of their products, or that are archived. */
async function askedFeatures(db: Queryable, features: Features): Promise<AskedFeatures> {
  const { subscription_update: update, subscription_cancel: cancel } = features;
  const products = update?.enabled ? (update.products ?? []) : [];
  for (const [index, { product, prices }] of products.entries()) {
    for (const id of prices) {
      const price = (await findObject(db, "price", id))?.body;
      const param = `features[subscription_update][products][${index}][prices]`;
      if (!price || price.product !== product) throw noSuchObject("price", id, param);
      if (!price.active) throw badParameter("The price specified is inactive.", param);
    }
  }
  return {
    isCancelEnabled: cancel?.enabled ?? false,
    update: update?.enabled
      ? {
          products: products.map((choice) => ({
            ...choice,
            adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
          })),
          schedule_at_period_end: { conditions: update.schedule_at_period_end?.conditions ?? [] },
          trial_update_behavior: update.trial_update_behavior ?? "end_trial",
        }
      : null,
  };
}
