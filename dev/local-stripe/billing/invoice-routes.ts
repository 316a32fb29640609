import { sql } from "drizzle-orm";
import { ApiError, badParameter } from "../api-error";
import { expandObjects } from "../expand-objects";
import { subscriptionOf } from "../objects/invoice";
import { parseParameters } from "../parameters";
import { type Call, requireObject, retrieve, route } from "../route";
import { listObjects } from "../store";
import { settleElsewhere } from "./collect";
import { finalizeInvoice, markUncollectible, voidInvoice } from "./invoices";
import { type KeptInvoice, requireInvoice } from "./kept-invoice";
import { requireSubscription } from "./kept-subscription";
import { billingSchemas } from "./parameters";
import { attachCard, declined, requireCard } from "./payment-methods";
import { previewInvoice } from "./preview";
import { collectAndFollow, followInvoice } from "./subscription-status";
import { changeOf } from "./update-subscription";
import { beginWork } from "./work";

export const invoiceRoutes = [
  route("POST", "/v1/invoices/create_preview", "invoices.createPreview", async (call) => {
    const { expand, ...asked } = parseParameters(billingSchemas.preview, call.form);
    const { body } = await requireSubscription(call.db, asked.subscription, "subscription");
    if (asked.customer !== undefined && asked.customer !== body.customer) {
      throw badParameter("The subscription does not belong to this customer.", "subscription");
    }
    const work = await beginWork({ ...call, tx: call.db }, body.customer);
    const kept = await requireSubscription(call.db, asked.subscription, "subscription");
    const change = asked.subscription_details ? await changeOf(work, kept, asked.subscription_details) : null;
    return expandObjects(call.db, await previewInvoice(work, kept, change), expand);
  }),
  route("GET", "/v1/invoices", "invoices.list", async ({ db, form }) => {
    const { expand, customer, subscription, status, ...page } = parseParameters(billingSchemas.invoices, form);
    const parent = subscription && { subscription_details: { subscription } };
    const isPlain = customer === undefined && subscription === undefined;
    const list = await listObjects(db, {
      kind: "invoice",
      url: "/v1/invoices",
      page,
      where: { customer, status, parent },
      ...(isPlain && { and: sql`body ->> 'test_clock' is null` }),
    });
    return expandObjects(db, list, expand);
  }),
  route("GET", "/v1/invoices/{id}", "invoices.retrieve", retrieve("invoice")),
  route("GET", "/v1/invoices/{id}/lines", "invoices.listLineItems", async ({ db, id, form }) => {
    const {
      expand,
      limit = 10,
      starting_after: after,
      ending_before,
    } = parseParameters(billingSchemas.invoiceLines, form);
    if (ending_before !== undefined) throw badParameter("The local Stripe lists lines forwards only.", "ending_before");
    const { body } = await requireObject(db, "invoice", id);
    const from = after === undefined ? 0 : body.lines.data.findIndex((line) => line.id === after) + 1;
    const data = body.lines.data.slice(from, from + limit);
    return expandObjects(db, { ...body.lines, data, has_more: from + limit < body.lines.data.length }, expand);
  }),
  route("POST", "/v1/invoices/{id}/finalize", "invoices.finalizeInvoice", async (call) => {
    const { expand } = parseParameters(billingSchemas.finalization, call.form);
    const { work, kept } = await lockInvoice(call);
    if (kept.body.status !== "draft")
      throw wrongStatus("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
    const { body } = await finalizeInvoice(work, kept);
    await followInvoice(work, body);
    return expandObjects(call.db, body, expand);
  }),
  route("POST", "/v1/invoices/{id}/pay", "invoices.pay", async (call) => {
    const { expand, ...asked } = parseParameters(billingSchemas.payment, call.form);
    const { work, kept } = await lockInvoice(call);
    const { status } = kept.body;
    if (status === "paid") throw wrongStatus("Invoice is already paid", "invoice_already_paid");
    if (status === "void") throw wrongStatus("This invoice can't be paid: it was voided.");
    const open = status === "draft" ? await finalizeInvoice(work, kept) : kept;
    if (asked.paid_out_of_band) {
      const { body } = await settleElsewhere(work, open);
      await followInvoice(work, body);
      return expandObjects(call.db, body, expand);
    }
    const cardId = asked.payment_method && (await attachCard(work, asked.payment_method)).id;
    const card = cardId ? await requireCard(work, cardId) : undefined;
    const { result, invoice } = await collectAndFollow(work, open, { card, isOnSession: asked.off_session === false });
    return result === "paid" ? expandObjects(call.db, invoice.body, expand) : refusalOf(result);
  }),
  route("POST", "/v1/invoices/{id}/void", "invoices.voidInvoice", async (call) => {
    const { expand } = parseParameters(billingSchemas.deletion, call.form);
    const { work, kept } = await lockInvoice(call);
    requireOpen(kept, ["open", "uncollectible"]);
    const { body } = await voidInvoice(work, kept);
    await followInvoice(work, body);
    return expandObjects(call.db, body, expand);
  }),
  route("POST", "/v1/invoices/{id}/mark_uncollectible", "invoices.markUncollectible", async (call) => {
    const { expand } = parseParameters(billingSchemas.deletion, call.form);
    const { work, kept } = await lockInvoice(call);
    requireOpen(kept, ["open"]);
    const { body } = await markUncollectible(work, kept);
    await followInvoice(work, body);
    return expandObjects(call.db, body, expand);
  }),
  route("GET", "/v1/invoice_payments", "invoicePayments.list", async ({ db, form }) => {
    const { expand, invoice, status, payment, ...page } = parseParameters(billingSchemas.invoicePayments, form);
    const where = { invoice, status, payment };
    const list = await listObjects(db, { kind: "invoice_payment", url: "/v1/invoice_payments", page, where });
    return expandObjects(db, list, expand);
  }),
  route("GET", "/v1/invoice_payments/{id}", "invoicePayments.retrieve", retrieve("invoice_payment")),
  route("GET", "/v1/invoiceitems", "invoiceItems.list", async ({ db, form }) => {
    const { expand, customer, invoice, pending, ...page } = parseParameters(billingSchemas.invoiceItems, form);
    const where = { customer, invoice: pending ? null : invoice };
    const list = await listObjects(db, { kind: "invoiceitem", url: "/v1/invoiceitems", page, where });
    return expandObjects(db, list, expand);
  }),
  route("GET", "/v1/invoiceitems/{id}", "invoiceItems.retrieve", retrieve("invoiceitem")),
] as const;

async function lockInvoice(call: Call) {
  const { body } = await requireObject(call.db, "invoice", call.id);
  const work = await beginWork({ ...call, tx: call.db }, body.customer);
  await requireSubscription(call.db, subscriptionOf(body));
  return { work, kept: await requireInvoice(call.db, call.id) };
}

function requireOpen({ body }: KeptInvoice, statuses: string[]): void {
  if (!statuses.includes(body.status ?? "")) {
    throw wrongStatus(
      `You can only pass in invoices that are ${statuses.join(" or ")}. This invoice is ${body.status}.`,
    );
  }
}

const wrongStatus = (message: string, code = "invoice_not_editable") => new ApiError(message, { code });

/** The attempt is kept: its error is the answer. */
function refusalOf(result: "declined" | "unauthenticated" | "without card"): ApiError {
  if (result === "declined") return declined();
  if (result === "unauthenticated") {
    return new ApiError("This payment requires additional user action before it can be completed successfully.", {
      status: 402,
      type: "card_error",
      code: "invoice_payment_intent_requires_action",
    });
  }
  return new ApiError("There is no `default_payment_method` set on this Customer or Invoice.", {
    code: "resource_missing",
  });
}
