import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Account, type Membership, membershipPeriods, memberships } from "@db/schema";
import { eq } from "drizzle-orm";
import type { MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { hasRun, runOncePerForm, versionOf } from "../../../core/forms";
import { audit } from "../../../core/record-audit";
import { inTransaction } from "../../../core/transaction";
import { lockAccount } from "../../../accounts/accounts";
import { endAfter } from "../../../core/last-days";
import { lastDayOf } from "../../../catalogue/passes/period";
import { addPeriod, changeMembership } from "../periods/change-membership";
import { endOfPause, periodToExtend, periodToGive, refusedMonths, requirePaused } from "./change-rules";
import { lockMemberships } from "../lock";
import { mailMembership } from "../mails/mails";
import { endsLaterNews, goesOnNews, type News, overNews, pausedNews } from "../mails/news";
import { addOutsidePeriod } from "../periods/outside-period";
import { resume } from "../periods/resume";
import type { ChangeKind, MembershipChange } from "../schemas";
import { givenReference } from "../stripe/add-given";
import { byHandIn } from "../stripe/by-hand";
import { changeRenewal, isRenewed, type RenewalChange, type RenewedMembership } from "../stripe/change-renewal";
import { tellStripe } from "../stripe/leave-renewed";

type KnownState = Pick<Membership, "state" | "accessUntil" | "pausedAt" | "endedAt">;

/** Returns the version of what the form shows that changes a membership. */
export const membershipVersion = ({ state, accessUntil, pausedAt, endedAt }: KnownState): string =>
  versionOf({ state, until: accessUntil, pausedAt, endedAt });

/**
 * Extends, gives months, pauses, resumes or ends a membership with a reason, and mails its member. Of one that Stripe
 * renews, Stripe is told first, and our books follow. Throws not_found, closed, changed_meanwhile, invalid, busy,
 * payment_provider_failed.
 */
export async function changeByHand(ctx: MemberContext, change: MembershipChange): Promise<void> {
  const { id, kind, reason, version, formKey } = change;
  const posted = { procedure: "memberships.change", formKey, input: change };
  const isTold = !(await hasRun(ctx, posted)) && (await tellStripeFirst(ctx, change));
  await inTransaction(ctx, (tx) =>
    runOncePerForm(tx, ctx, posted, async () => {
      const held = await lockHeld(tx, id);
      // What Stripe was told has changed it already; another form may have been faster.
      const isAsExpected = isTold
        ? await hasFollowed(tx, ctx, held.membership, change)
        : isAsShown(held.membership, version);
      if (!isAsExpected) throw changed();
      if (!isTold || kind === "end") {
        const { membership, news } = await apply(tx, ctx, held, change);
        await mailMembership(tx, ctx, membership, { ...news, key: formKey, reason });
      }
      const { title } = held.membership;
      await audit(tx, ctx, `membership.${actions[kind]}`, id, { title, ...detailsOf(change) }, reason);
    }),
  );
}

const changed = () => new DomainError("changed_meanwhile", "This membership has changed since you opened the form.");

const isAsShown = (membership: Membership, version: string): boolean => membershipVersion(membership) === version;

const actions: Record<ChangeKind, string> = {
  extend: "extended",
  give: "given_months",
  pause: "paused",
  resume: "resumed",
  end: "ended",
};

/** Returns what the audit log says of a change beside its reason. */
function detailsOf({ kind, lastDay, paidMinor, months, until, when }: MembershipChange): object {
  const details: Record<ChangeKind, object> = {
    extend: { until: lastDay, ...(paidMinor && { amountMinor: paidMinor }) },
    give: { months },
    pause: { until },
    resume: {},
    end: { when },
  };
  return details[kind];
}

/** Tells Stripe of a change of a membership that it renews. Returns whether there was something to tell. */
async function tellStripeFirst(ctx: MemberContext, change: MembershipChange): Promise<boolean> {
  const [membership] = await ctx.db.select().from(memberships).where(eq(memberships.id, change.id));
  if (!membership || !isRenewed(membership)) return false;
  if (isAsShown(membership, change.version)) {
    const told = await renewalChangeOf(ctx, membership, change);
    await tellStripe(ctx, () => changeRenewal(ctx, membership, told)).catch(refusedMonths);
  } else if (!(await isToldBy(ctx, membership, change))) {
    throw changed();
  }
  return true;
}

async function renewalChangeOf(
  ctx: MemberContext,
  membership: RenewedMembership,
  change: MembershipChange,
): Promise<RenewalChange> {
  const byHand = { formKey: change.formKey, reason: change.reason };
  switch (change.kind) {
    case "extend":
      throw new DomainError("closed", "Stripe extends this membership.");
    case "give":
      return { kind: "give", until: (await periodToGive(ctx.db, ctx, membership, change)).endsAt, byHand };
    case "pause":
      return { kind: "pause", until: endOfPause(ctx, membership, change), byHand };
    case "resume":
      requirePaused(membership);
      return { kind: "resume", byHand };
    case "end":
      return change.when === "now" ? { kind: "end", byHand } : { kind: "cancel", comment: "", byHand };
  }
}

/** How Stripe notes by which form something was done. */
const effects = { give: "given", pause: "paused", resume: "resumed", extend: null, end: null } as const;

/** Returns whether a form has done at Stripe what it asks for: its process may have died before our books had all of it. */
async function isToldBy(ctx: MemberContext, { reference }: RenewedMembership, { kind, formKey }: MembershipChange) {
  const effect = effects[kind];
  if (!effect) return false;
  const subscription = await tellStripe(ctx, () => ctx.stripe.client.subscriptions.retrieve(reference));
  return byHandIn(subscription, effect)?.formKey === formKey;
}

/** Returns whether a membership has become what a form has told Stripe. */
async function hasFollowed(
  tx: Transaction,
  { settings }: MemberContext,
  { state, resumesAt }: Membership,
  { kind, formKey, until }: MembershipChange,
): Promise<boolean> {
  if (kind === "give") {
    return (await tx.$count(membershipPeriods, eq(membershipPeriods.reference, givenReference(formKey)))) > 0;
  }
  if (kind === "pause") return resumesAt?.getTime() === endAfter(until, settings.siteTimeZone).getTime();
  return kind !== "resume" || state !== "paused";
}

type HeldMembership = { membership: Membership; account: Account };

/** Locks the account of a membership, then the membership. Throws not_found. */
async function lockHeld(tx: Transaction, id: string): Promise<HeldMembership> {
  const [found] = await tx.select({ userId: memberships.userId }).from(memberships).where(eq(memberships.id, id));
  const account = found && (await lockAccount(tx, { id: found.userId }));
  if (!account) throw new DomainError("not_found", "Membership not found");
  return { account, membership: one(await lockMemberships(tx, eq(memberships.id, id)), "membership") };
}

/** What a change made: the membership now, and what its member reads of it. */
type MembershipUpdate = { membership: Membership; news: News };

async function apply(
  tx: Transaction,
  ctx: MemberContext,
  held: HeldMembership,
  change: MembershipChange,
): Promise<MembershipUpdate> {
  const { membership } = held;
  const { title } = membership;
  const zone = ctx.settings.siteTimeZone;
  const { months, paidMinor, formKey } = change;
  switch (change.kind) {
    case "extend": {
      const span = periodToExtend(ctx, membership, change);
      const extended = await addOutsidePeriod(tx, ctx, held, { ...span, paidMinor, formKey });
      const text = `Your membership “${title}” now lasts until ${lastDayOf(span.endsAt, zone)}.`;
      return { membership: extended, news: { about: "changed", text } };
    }
    case "give": {
      const span = await periodToGive(tx, ctx, membership, change);
      const reference = givenReference(formKey);
      const given = await addPeriod(tx, ctx, membership, { ...span, kind: "free", reference });
      const added = months === 1 ? "1 month" : `${months} months`;
      const text = `I have added ${added} to your membership “${title}”, free of charge.`;
      return { membership: given, news: { about: "changed", text } };
    }
    case "pause": {
      const resumesAt = endOfPause(ctx, membership, change);
      const pause = { state: "paused" as const, pausedAt: ctx.clock.now(), resumesAt };
      const paused = await changeMembership(tx, ctx, membership, pause);
      return { membership: paused, news: pausedNews(paused, zone) };
    }
    case "resume": {
      requirePaused(membership);
      const resumed = await resume(tx, ctx, membership);
      return { membership: resumed, news: goesOnNews(resumed, zone) };
    }
    case "end":
      return end(tx, ctx, membership, change);
  }
}

async function end(tx: Transaction, ctx: MemberContext, membership: Membership, { when }: MembershipChange) {
  if (membership.endedAt) throw new DomainError("closed", "This membership is over already.");
  const now = ctx.clock.now();
  const isAtOnce = when === "now" || membership.state === "pending";
  const going = membership.state === "paused" ? await resume(tx, ctx, membership) : membership;
  const cancelled = going.state === "cancelled" ? {} : { state: "cancelled" as const, cancelledAt: now };
  const ended = await changeMembership(tx, ctx, going, { ...cancelled, ...(isAtOnce && { endedAt: now }) });
  return { membership: ended, news: isAtOnce ? overNews(ended) : endsLaterNews(ended, ctx.settings.siteTimeZone) };
}
