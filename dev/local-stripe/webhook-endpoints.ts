import Stripe from "stripe";
import { z } from "zod";
import { unknownVersion } from "./api-error";
import { nowInSeconds } from "./context";
import { newId, randomText } from "./ids";
import { fields, page, parseParameters } from "./parameters";
import { requireObject, route } from "./route";
import { deleteObject, insertObject, listObjects } from "./store";

const endpointParameters = z.strictObject({
  url: fields.webAddress,
  enabled_events: fields.list(fields.text),
  api_version: fields.text.optional(),
  description: fields.text.optional(),
});

/** Endpoints as the API keeps them. Events go to the site's own, which is none of these, and are of this version alone. */
export const webhookEndpointRoutes = [
  route("POST", "/v1/webhook_endpoints", "webhookEndpoints.create", async ({ ctx, db, form }) => {
    const { api_version: version = null, description = null, ...asked } = parseParameters(endpointParameters, form);
    if (version !== null && version !== Stripe.API_VERSION) throw unknownVersion(version);
    const endpoint: Stripe.WebhookEndpoint = {
      id: newId("webhookEndpoint"),
      object: "webhook_endpoint",
      api_version: version,
      application: null,
      created: nowInSeconds(ctx),
      description,
      livemode: false,
      metadata: {},
      status: "enabled",
      ...asked,
    };
    await insertObject(db, "webhook_endpoint", { body: endpoint, sessionId: "", email: "" });
    return { ...endpoint, secret: `whsec_${randomText(32)}` };
  }),
  route("GET", "/v1/webhook_endpoints", "webhookEndpoints.list", async ({ db, form }) =>
    listObjects(db, {
      kind: "webhook_endpoint",
      url: "/v1/webhook_endpoints",
      page: parseParameters(z.strictObject(page), form),
    }),
  ),
  route("DELETE", "/v1/webhook_endpoints/{id}", "webhookEndpoints.del", async ({ db, id }) => {
    await requireObject(db, "webhook_endpoint", id);
    await deleteObject(db, id);
    return { id, object: "webhook_endpoint", deleted: true };
  }),
] as const;
