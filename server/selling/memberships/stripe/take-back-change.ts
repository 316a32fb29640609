import { one } from "@db/one";
import { memberships, type PlanChange } from "@db/schema";
import { eq } from "drizzle-orm";
import Stripe from "stripe";
import type { MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { inTransaction } from "../../../core/transaction";
import { syncPasses } from "../grant";
import { lockMemberships } from "../lock";
import { mailMembership } from "../mails";
import { describeNextPrice } from "../next-price";
import { findOpenChange, updateOpenChange } from "../plan-changes";
import { isRenewed, type RenewedMembership } from "./change-renewal";
import { tellStripe } from "./leave-renewed";
import { requireOwn } from "./quote-change";
import { releaseSchedule } from "./schedule-change";
import { syncSubscription } from "./sync-subscription";

/**
 * Takes a change of plan back that has not taken effect: one that is planned, or that waits for its payment. A second
 * time changes nothing. Throws not_found, closed (it was made), payment_provider_failed.
 */
export async function takeBackChange(ctx: MemberContext): Promise<void> {
  const { membership, change } = await findOwnChange(ctx);
  if (!change) return;
  if (change.kind === "at_end") {
    await tellStripe(ctx, () => releaseSchedule(ctx, membership));
    await endPlanned(ctx, membership, change);
    await tellStripe(ctx, () => syncSubscription(ctx, membership.reference));
  } else {
    if (change.invoiceReference) await tellStripe(ctx, () => voidInvoice(ctx, change.invoiceReference ?? ""));
    await tellStripe(ctx, () => syncSubscription(ctx, membership.reference));
    if (await findOpenChange(ctx.db, membership)) {
      throw new DomainError("closed", "This change is under way. Please try again in a few minutes.");
    }
  }
}

/** Leads a member to Stripe's page of the payment for which a change waits. Throws not_found, payment_provider_failed. */
export async function payChange(ctx: MemberContext): Promise<{ next: string }> {
  const { change } = await findOwnChange(ctx);
  const id = change?.invoiceReference;
  if (!id) throw new DomainError("not_found", "No payment is waiting.");
  const invoice = await tellStripe(ctx, () => ctx.stripe.client.invoices.retrieve(id));
  if (invoice.status !== "open" || !invoice.hosted_invoice_url) {
    throw new DomainError("not_found", "No payment is waiting.");
  }
  return { next: invoice.hosted_invoice_url };
}

type OwnChange = { membership: RenewedMembership; change: PlanChange | undefined };

async function findOwnChange(ctx: MemberContext): Promise<OwnChange> {
  const own = await requireOwn(ctx);
  if (!isRenewed(own)) throw new DomainError("closed", "Your membership can’t be changed.");
  return { membership: own, change: await findOpenChange(ctx.db, own) };
}

async function endPlanned(ctx: MemberContext, { id }: RenewedMembership, change: PlanChange): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const locked = one(await lockMemberships(tx, eq(memberships.id, id)), "membership");
    if (!(await updateOpenChange(tx, change, { endedAt: ctx.clock.now() }))) return;
    await syncPasses(tx, ctx, locked);
    const nextPrice = describeNextPrice(locked, ctx.settings.siteTimeZone);
    const kept = `You keep “${locked.title}”: the change to “${change.title}” is taken back.`;
    const text = nextPrice ? `${kept} ${nextPrice}` : kept;
    await mailMembership(tx, ctx, locked, { about: "changed", key: change.id, text });
  });
}

/** Voids the invoice of a change, unless it was paid or voided meanwhile. */
async function voidInvoice({ stripe }: MemberContext, id: string): Promise<void> {
  try {
    await stripe.client.invoices.voidInvoice(id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}
