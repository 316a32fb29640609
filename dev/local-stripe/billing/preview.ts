import { ApiError, badParameter } from "../api-error";
import { newId } from "../ids";
import { buildInvoice, type InvoiceObject } from "../objects/invoice";
import { buildInvoiceItem, buildPeriodLine, lineOfInvoiceItem } from "../objects/invoice-line";
import { innerList } from "../objects/list";
import { periodOf, type SubscriptionObject } from "../objects/subscription";
import { planOf } from "./add-prorations";
import { upcomingInvoice } from "./due";
import { pendingItemsOf, productNames, withBalance } from "./invoices";
import type { KeptSubscription } from "./kept-subscription";
import type { Change } from "./prorations";
import { type BillingWork, requireCustomer } from "./work";

/** Returns the invoice that a change would make: at once, or at the next renewal. Nothing is saved. */
export async function previewInvoice(
  work: BillingWork,
  kept: KeptSubscription,
  change: Change | null,
): Promise<InvoiceObject> {
  const { tx, now } = work;
  if (kept.body.schedule) {
    throw badParameter("The local Stripe previews no subscription with a schedule.", "subscription");
  }
  if (!change && !(await isRenewed(work, kept.body))) throw noneUpcoming(kept.body);
  if (!change) return upcomingInvoice(work, kept.body);
  const plan = await planOf(tx, kept, change);
  const customer = await requireCustomer(tx, work.customerId);
  const id = newId("upcomingInvoice");
  const prorations = plan.prorations.map(({ item, amount, period, description, credited }) =>
    buildInvoiceItem({ item, customer, amount, period, description, date: now, ...(credited && { credited }) }),
  );
  if (!plan.isInvoiced) {
    const upcoming = await upcomingInvoice(work, plan.body);
    const lines = [...prorations.map((item) => lineOfInvoiceItem(upcoming.id, item)), ...upcoming.lines.data];
    const total = lines.reduce((sum, { amount }) => sum + amount, 0);
    const sums = { subtotal: total, subtotal_excluding_tax: total, total, total_excluding_tax: total };
    return withBalance({ ...upcoming, lines: innerList(lines, upcoming.lines.url), ...sums }, customer.balance);
  }
  const pending = [...(await pendingItemsOf(tx, kept.body.id)), ...prorations].map((item) =>
    lineOfInvoiceItem(id, item),
  );
  const { newPeriod } = plan;
  const names = await productNames(
    tx,
    change.items.map(({ price }) => price.product),
  );
  const isTrial = plan.body.status === "trialing";
  const lines = newPeriod
    ? plan.body.items.data.map((item) =>
        buildPeriodLine(id, item, names[item.price.product] ?? "", newPeriod, { isTrial }),
      )
    : [];
  const draft = buildInvoice({
    id,
    subscription: plan.body,
    customer,
    lines: [...pending, ...lines],
    reason: "subscription_update",
    period: newPeriod ?? { start: now, end: now },
    created: now,
    finalizesAt: now,
  });
  return withBalance(draft, customer.balance);
}

/** Something is invoiced at the end of the period: a renewal, or what is pending. */
async function isRenewed({ tx }: BillingWork, body: SubscriptionObject): Promise<boolean> {
  if (!["active", "past_due", "trialing", "unpaid"].includes(body.status)) return false;
  const { end } = periodOf(body);
  const cancelAt = body.cancel_at_period_end ? end : body.cancel_at;
  return cancelAt === null || cancelAt > end || (await pendingItemsOf(tx, body.id)).length > 0;
}

const noneUpcoming = ({ customer }: SubscriptionObject): ApiError =>
  new ApiError(`No upcoming invoices for customer: ${customer}`, { status: 404, code: "invoice_upcoming_none" });
