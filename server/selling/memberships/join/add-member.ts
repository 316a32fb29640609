import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Account, memberships, products } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context, MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { runOncePerForm } from "../../../core/forms";
import { audit } from "../../../core/record-audit";
import { inTransaction } from "../../../core/transaction";
import { lockAccount } from "../../../accounts/accounts";
import { lastDayOf } from "../../../catalogue/passes/period";
import { lockProduct } from "../../../catalogue/products/lock";
import { grantsOf, priceFor } from "../plans/describe-plan";
import { lapseOf } from "../periods/lapse";
import { findLive, isLiveOf } from "../live";
import { mailMembership } from "../mails/mails";
import { selectPlans } from "../plans/manage-plans";
import { addOutsidePeriod } from "../periods/outside-period";
import { type Interval, spanOf } from "../periods/periods";
import type { NewMember } from "../schemas";

/**
 * Adds a member who pays elsewhere, with their first period, and mails them. The same form posted twice adds one. Throws
 * not_found (account, plan), closed (a live membership), invalid (days, a price that the plan has not).
 */
export async function addMember(ctx: MemberContext, added: NewMember): Promise<{ id: string; name: string }> {
  return inTransaction(ctx, async (tx) => {
    const account = await requireAccount(tx, added.email);
    await runOncePerForm(tx, ctx, { procedure: "memberships.addMember", formKey: added.formKey, input: added }, () =>
      insertMember(tx, ctx, account, added),
    );
    const made = await tx.select().from(memberships).where(isLiveOf(account));
    return { id: one(made, "membership").id, name: account.fullName };
  });
}

async function requireAccount(tx: Transaction, email: string): Promise<Account> {
  const account = await lockAccount(tx, { email });
  if (account) return account;
  throw new DomainError("not_found", "No one has an account with this address. Ask them to sign up first.", {
    field: "email",
  });
}

async function insertMember(tx: Transaction, ctx: MemberContext, account: Account, added: NewMember): Promise<void> {
  const zone = ctx.settings.siteTimeZone;
  const span = spanOf(added.from, added.until, zone);
  requireSpan(span, ctx.clock.now());
  const membership = await startMembership(tx, ctx, {
    account,
    planId: added.plan,
    interval: added.interval,
    source: "outside",
  });
  const { paidMinor, formKey, reason } = added;
  const begun = await addOutsidePeriod(tx, ctx, { membership, account }, { ...span, paidMinor, formKey });
  const details = { title: begun.title, until: added.until, ...(paidMinor && { amountMinor: paidMinor }) };
  await audit(tx, ctx, "membership.added", begun.id, details, reason);
  await mailMembership(tx, ctx, begun, {
    about: "begun",
    key: formKey,
    text: `Your membership “${begun.title}” has begun. You have it until ${lastDayOf(span.endsAt, zone)}.`,
  });
}

function requireSpan({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, now: Date): void {
  if (startsAt > now) throw new DomainError("invalid", "Choose today, or a day before.", { field: "from" });
  if (endsAt <= now) throw new DomainError("invalid", "Choose today, or a day to come.", { field: "until" });
}

type WantedMembership = {
  account: Account;
  planId: string;
  interval: Interval;
  source: "stripe" | "outside";
};

/**
 * Stores a pending membership with the plan of today: nothing is granted before its first period. The account is
 * locked. Throws not_found, closed (they have a live one), invalid (an interval without a price).
 */
export async function startMembership(
  tx: Transaction,
  ctx: Pick<Context, "clock" | "settings">,
  { account, planId, interval, source }: WantedMembership,
) {
  await lapseOf(tx, ctx, account);
  if (await findLive(tx, account)) {
    throw new DomainError("closed", `${account.fullName} has a membership already.`, { field: "email" });
  }
  await lockProduct(tx, planId);
  const [plan] = await selectPlans(tx).where(eq(products.id, planId));
  if (!plan) throw new DomainError("not_found", "Membership not found", { field: "plan" });
  const { product, terms } = plan;
  const priceMinor = priceFor(terms, interval);
  if (priceMinor === null) {
    throw new DomainError("invalid", `“${product.title}” has no price by the ${interval}.`, { field: "interval" });
  }
  return one(
    await tx
      .insert(memberships)
      .values({
        productId: planId,
        userId: account.id,
        title: product.title,
        ...grantsOf(terms),
        interval,
        priceMinor,
        currency: product.priceCurrency,
        source,
        createdAt: ctx.clock.now(),
      })
      .returning(),
    "membership",
  );
}
