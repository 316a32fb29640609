import type { Transaction } from "@db/client";
import type { Membership } from "@db/schema";
import { formatAmount } from "../../../core/money";
import type { Services } from "../../../core/services";
import { lastDayOf } from "../../../catalogue/passes/period";
import { mailMembership } from "../mails/mails";
import { printRenewal } from "../show/show-membership";
import type { PaidInvoice } from "./facts";

type GrantedPeriod = { before: Membership; synced: Membership; invoice: PaidInvoice };

/** Tells a member that their membership has begun, come back, changed or been renewed, with what was paid. */
export async function mailPeriod(
  tx: Transaction,
  services: Services,
  { before, synced, invoice }: GrantedPeriod,
): Promise<void> {
  const { title, accessUntil } = synced;
  const until = accessUntil && lastDayOf(accessUntil, services.settings.siteTimeZone);
  const paid = formatAmount({ amountMinor: invoice.paidMinor, currency: invoice.currency });
  const price = printRenewal(synced);
  const isFirst = before.startedAt === null;
  const isOtherPlan = before.productId !== synced.productId;
  const isChanged = !isFirst && (isOtherPlan || before.interval !== synced.interval);
  const about = isFirst ? ("begun" as const) : isChanged ? ("plan_changed" as const) : ("renewed" as const);
  const opening = isFirst ? "has begun" : before.endedAt ? "is back" : "has been renewed";
  const change = isOtherPlan
    ? `You have “${title}” from now on.`
    : `You have “${title}” by the ${synced.interval} now.`;
  const subject = isChanged ? change : `Your membership “${title}” ${opening}.`;
  const text = invoice.isTrial
    ? `Your membership “${title}” has begun. It is free until ${until}; after that it costs ${price}, unless you cancel before.`
    : `${subject} You have paid ${paid}, and have it until ${until}. Then ${price} is taken for the next one, unless you cancel before.`;
  await mailMembership(tx, services, synced, { about, key: invoice.id, text });
}
