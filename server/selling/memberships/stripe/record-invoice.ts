import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Membership, membershipPeriods, payments, products, type purchases, users } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Services } from "../../../core/services";
import { invoiceLater } from "../../../payments/invoice-later";
import { recordOutsidePayment } from "../../../payments/outside-payments";
import { createRefund } from "../../../payments/refunds";
import { insertPurchase } from "../../purchases/insert-purchase";
import { addPeriod } from "../periods/change-membership";
import { findLive } from "../live";
import { isRevivable } from "../transitions";
import { type PaidInvoice, referenceOf } from "./facts";

/** `granted`: a period was added. `returned`: it can't be given any more, and the money goes back. */
type RecordedInvoice = "granted" | "known" | "returned" | "without period";

type InvoiceRecord = { membership: Membership; outcome: RecordedInvoice };

/**
 * Records an invoice that Stripe says is paid, once: as a purchase with its payment, and as a period of a locked
 * membership. What comes too late to be granted is refunded.
 */
export async function recordInvoice(
  tx: Transaction,
  services: Services,
  membership: Membership,
  invoice: PaidInvoice,
): Promise<InvoiceRecord> {
  const { period } = invoice;
  if (await isRecorded(tx, invoice)) return { membership, outcome: "known" };
  // Months that were given, and the rest of a pause, come with an invoice of nothing: they are periods already.
  if (invoice.totalMinor <= 0 && !invoice.isTrial) return { membership, outcome: "without period" };
  if (!period) return { membership, outcome: "without period" };
  const added = { ...period, reference: referenceOf(invoice) };
  const isGranted = await canBeGranted(tx, services, membership);
  if (invoice.isTrial) {
    if (!isGranted) return { membership, outcome: "returned" };
    return { membership: await addPeriod(tx, services, membership, { ...added, kind: "trial" }), outcome: "granted" };
  }
  if (!isGranted) {
    await returnMoney(tx, services, membership, invoice);
    return { membership, outcome: "returned" };
  }
  const purchaseId = await recordPurchase(tx, services, membership, invoice);
  const changed = await addPeriod(tx, services, membership, { ...added, kind: "paid", purchaseId });
  return { membership: changed, outcome: "granted" };
}

async function isRecorded(tx: Transaction, invoice: PaidInvoice): Promise<boolean> {
  if ((await tx.$count(membershipPeriods, eq(membershipPeriods.reference, referenceOf(invoice)))) > 0) return true;
  const { intentId } = invoice;
  return intentId !== null && (await tx.$count(payments, eq(payments.stripePaymentIntentId, intentId))) > 0;
}

/** Returns whether a period can be added: not to a membership that is over for good, or whose member has joined anew. */
async function canBeGranted(tx: Transaction, { clock }: Services, membership: Membership): Promise<boolean> {
  if (!membership.endedAt) return true;
  if (!isRevivable(membership, clock.now())) return false;
  return (await findLive(tx, { id: membership.userId })) === undefined;
}

type PurchaseStatus = (typeof purchases.$inferSelect)["status"];

async function recordPurchase(
  tx: Transaction,
  services: Services,
  membership: Membership,
  invoice: PaidInvoice,
): Promise<string> {
  const { id } = await storePurchase(tx, services, membership, invoice, invoice.paidMinor > 0 ? "paid" : "free");
  if (invoice.paidMinor > 0) await recordPayment(tx, services, id, invoice);
  return id;
}

/** Records money that came for a membership that is over, and sends it back. */
async function returnMoney(tx: Transaction, services: Services, membership: Membership, invoice: PaidInvoice) {
  if (invoice.paidMinor === 0 || !invoice.intentId) return;
  services.log.warn({ membershipId: membership.id, invoiceId: invoice.id }, "paid for a membership that is over");
  const { id } = await storePurchase(tx, services, membership, invoice, "cancelled");
  const payment = await recordPayment(tx, services, id, invoice);
  if (payment) await createRefund(tx, payment, { amountMinor: payment.amountMinor, reason: "late_payment" });
}

async function storePurchase(
  tx: Transaction,
  { clock }: Services,
  membership: Membership,
  invoice: PaidInvoice,
  status: PurchaseStatus,
): Promise<{ id: string }> {
  const { paidMinor, totalMinor, currency } = invoice;
  const now = clock.now();
  const member = one(await tx.select().from(users).where(eq(users.id, membership.userId)), "user");
  const listPriceMinor = Math.max(totalMinor, paidMinor);
  return insertPurchase(tx, await soldPlan(tx, membership, invoice), {
    userId: member.id,
    customerName: member.fullName,
    customerEmail: member.email,
    status,
    formKey: crypto.randomUUID(),
    currency,
    listPriceMinor,
    discountMinor: listPriceMinor - paidMinor,
    totalMinor: paidMinor,
    termsVersion: membership.termsVersion,
    privacyVersion: membership.privacyVersion,
    createdAt: now,
    completedAt: status === "cancelled" ? null : now,
  });
}

/** Returns the plan that an invoice was for: one that is heard of late may be of the plan before. */
async function soldPlan(tx: Transaction, membership: Membership, { price, isPart }: PaidInvoice) {
  const { productId, title } = membership;
  const planId = price?.planId ?? productId;
  const [other] = planId === productId ? [] : await tx.select().from(products).where(eq(products.id, planId));
  const sold = other ?? { id: productId, title };
  return { id: sold.id, kind: "membership", title: isPart ? `${sold.title} (change of plan)` : sold.title } as const;
}

/** What Stripe was told was paid elsewhere has no payment intent. */
async function recordPayment(tx: Transaction, { clock }: Services, purchaseId: string, invoice: PaidInvoice) {
  const { paidMinor: amountMinor, currency, intentId, paidAt } = invoice;
  const cause = { kind: "purchase", id: purchaseId } as const;
  const now = clock.now();
  if (!intentId) {
    await recordOutsidePayment(tx, cause, { amountMinor, currency }, now);
    return null;
  }
  const payment = one(
    await tx
      .insert(payments)
      .values({
        purchaseId,
        provider: "stripe",
        state: "paid",
        amountMinor,
        currency,
        stripePaymentIntentId: intentId,
        createdAt: now,
        paidAt,
      })
      .returning(),
    "payment",
  );
  await invoiceLater(tx, cause);
  return payment;
}
