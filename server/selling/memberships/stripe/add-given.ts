import type { Transaction } from "@db/client";
import type { Membership } from "@db/schema";
import type { Services } from "../../../core/services";
import { lastDayOf } from "../../../catalogue/passes/period";
import { addPeriod } from "../periods/change-membership";
import { mailMembership } from "../mails/mails";
import { byHandIn } from "./by-hand";
import { instantOf, type SubscriptionFacts } from "./facts";

/** Returns what the period that a form has given is known by. */
export const givenReference = (formKey: string): string => `free:${formKey}`;

/** Instants of ours and of Stripe differ by less, in milliseconds. */
const toleranceMs = 60_000;

/** Adds the months to a locked membership that a form of the instructor's has made Stripe charge later, and mails them once. */
export async function addGiven(
  tx: Transaction,
  services: Services,
  membership: Membership,
  { subscription }: SubscriptionFacts,
): Promise<Membership> {
  const byHand = byHandIn(subscription, "given");
  const { accessUntil, endedAt, state, title } = membership;
  const { trial_end: end, status } = subscription;
  if (!byHand || !accessUntil || endedAt || state !== "active" || status !== "trialing" || end === null) {
    return membership;
  }
  const endsAt = instantOf(end);
  if (endsAt.getTime() - accessUntil.getTime() < toleranceMs) return membership;
  const { formKey, reason } = byHand;
  const period = { kind: "free" as const, startsAt: accessUntil, endsAt, reference: givenReference(formKey) };
  const given = await addPeriod(tx, services, membership, period);
  if (given.accessUntil?.getTime() === accessUntil.getTime()) return given;
  const last = lastDayOf(endsAt, services.settings.siteTimeZone);
  const text = `I have given you more of your membership “${title}”, free of charge: you have it until ${last}, and nothing is charged before.`;
  await mailMembership(tx, services, given, { about: "changed", key: formKey, text, reason });
  return given;
}
