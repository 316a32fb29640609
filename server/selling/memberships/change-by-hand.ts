import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Account, type Membership, membershipPeriods, memberships } from "@db/schema";
import { eq } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { runOncePerForm, versionOf } from "../../core/forms";
import { audit } from "../../core/record-audit";
import { inTransaction } from "../../core/transaction";
import { lockAccount } from "../../accounts/accounts";
import { endAfter } from "../../core/last-days";
import { lastDayOf } from "../../catalogue/passes/period";
import { addPeriod, changeMembership, readPeriods } from "./change-membership";
import { lockMemberships } from "./lock";
import { endsLater, mailMembership, type MembershipNews, pausedNews } from "./mails";
import { addOutsidePeriod } from "./outside-period";
import { endOfGiven, followingStart, monthsAfter } from "./periods";
import type { MembershipChange } from "./schemas";
import { resume } from "./resume";
import { givenReference } from "./stripe/add-given";
import { isRenewed } from "./stripe/change-renewal";
import { isDone, isToldBy, tellOfChange } from "./stripe/change-renewed-by-hand";
import { isRevivable } from "./transitions";

type KnownState = Pick<Membership, "state" | "accessUntil" | "pausedAt" | "endedAt">;

/** Returns the version of what the form shows that changes a membership. */
export const membershipVersion = ({ state, accessUntil, pausedAt, endedAt }: KnownState): string =>
  versionOf({ state, until: accessUntil, pausedAt, endedAt });

/** `isTold`: Stripe was told of the change, and our books have followed. */
type HeldMembership = { membership: Membership; account: Account; isTold: boolean };

/** What a change did: the membership now, and what its member and the audit log read of it. */
type MembershipUpdate = {
  membership: Membership;
  /** Null for what was mailed as our books followed Stripe. */
  news: Pick<MembershipNews, "about" | "text"> | null;
  details: Record<string, unknown>;
};

/**
 * Extends, gives months, pauses, resumes or ends a membership with a reason, and mails its member. Throws not_found,
 * closed, changed_meanwhile, invalid, busy.
 */
export async function changeByHand(ctx: MemberContext, change: MembershipChange): Promise<void> {
  const { id, kind, reason, version, formKey } = change;
  const isTold = await tellStripeFirst(ctx, change);
  await inTransaction(ctx, (tx) =>
    runOncePerForm(tx, ctx, { procedure, formKey, input: change }, async () => {
      const held = { ...(await lockHeld(tx, id)), isTold };
      // What Stripe was told has changed it already.
      if (!isTold && !isAsShown(held.membership, version)) throw changed();
      const { membership, news, details } = await apply(tx, ctx, held, change);
      await audit(tx, ctx, `membership.${actions[kind]}`, id, { title: membership.title, ...details }, reason);
      if (news) await mailMembership(tx, ctx, membership, { ...news, key: formKey, reason });
    }),
  );
}

const procedure = "memberships.change";

const changed = () => new DomainError("changed_meanwhile", "This membership has changed since you opened the form.");

const isAsShown = (membership: Membership, version: string): boolean => membershipVersion(membership) === version;

/** Tells Stripe of a change of a membership that it renews. Returns whether there was something to tell. */
async function tellStripeFirst(ctx: MemberContext, change: MembershipChange): Promise<boolean> {
  const [membership] = await ctx.db.select().from(memberships).where(eq(memberships.id, change.id));
  if (!membership || !isRenewed(membership) || (await isDone(ctx, change, procedure))) return false;
  if (!isAsShown(membership, change.version)) {
    if (await isToldBy(ctx, membership, change)) return true;
    throw changed();
  }
  await tellOfChange(ctx, membership, change);
  return true;
}

const actions: Record<MembershipChange["kind"], string> = {
  extend: "extended",
  give: "given_months",
  pause: "paused",
  resume: "resumed",
  end: "ended",
};

/** Locks the account of a membership, then the membership. Throws not_found. */
async function lockHeld(tx: Transaction, id: string): Promise<Omit<HeldMembership, "isTold">> {
  const [found] = await tx.select({ userId: memberships.userId }).from(memberships).where(eq(memberships.id, id));
  const account = found && (await lockAccount(tx, { id: found.userId }));
  if (!account) throw new DomainError("not_found", "Membership not found");
  return { account, membership: one(await lockMemberships(tx, eq(memberships.id, id)), "membership") };
}

function apply(
  tx: Transaction,
  ctx: MemberContext,
  held: HeldMembership,
  change: MembershipChange,
): Promise<MembershipUpdate> {
  switch (change.kind) {
    case "extend":
      return extend(tx, ctx, held, change);
    case "give":
      return giveMonths(tx, ctx, held, change);
    case "pause":
      return pause(tx, ctx, held, change);
    case "resume":
      return resumeByHand(tx, ctx, held);
    case "end":
      return end(tx, ctx, held, change);
  }
}

type Change<Kind extends MembershipChange["kind"]> = Extract<MembershipChange, { kind: Kind }>;

/** Throws closed for a membership to which no period can be added. */
function requireGoingOn({ source, state, endedAt }: Membership, now: Date): void {
  if (state === "paused") throw new DomainError("closed", "This membership is paused. Resume it first.");
  if (source === "stripe" && state === "pending") throw new DomainError("closed", "It begins with its first payment.");
  if (endedAt && !isRevivable({ state, endedAt }, now)) {
    throw new DomainError("closed", "This membership is over. Add the member anew.");
  }
}

async function extend(tx: Transaction, ctx: MemberContext, held: HeldMembership, change: Change<"extend">) {
  const { membership } = held;
  const now = ctx.clock.now();
  requireGoingOn(membership, now);
  if (membership.source !== "outside") throw new DomainError("closed", "Stripe extends this membership.");
  const zone = ctx.settings.siteTimeZone;
  const startsAt = followingStart(membership.accessUntil, now);
  const endsAt = endAfter(change.lastDay, zone);
  if (endsAt <= startsAt) {
    throw new DomainError("invalid", `Choose a day after ${lastDayOf(startsAt, zone)}.`, { field: "lastDay" });
  }
  const { paidMinor, formKey } = change;
  const extended = await addOutsidePeriod(tx, ctx, held, { startsAt, endsAt, paidMinor, formKey });
  const text = `Your membership “${membership.title}” now lasts until ${lastDayOf(endsAt, zone)}.`;
  const details = { until: change.lastDay, ...(paidMinor && { amountMinor: paidMinor }) };
  return { membership: extended, news: { about: "changed" as const, text }, details };
}

async function giveMonths(tx: Transaction, ctx: MemberContext, held: HeldMembership, change: Change<"give">) {
  const { membership, isTold } = held;
  const now = ctx.clock.now();
  const details = { months: change.months };
  const reference = givenReference(change.formKey);
  if (isTold) {
    // Another form may have been faster.
    if (!(await hasPeriod(tx, reference))) throw changed();
    return { membership, news: null, details };
  }
  requireGoingOn(membership, now);
  const startsAt = followingStart(membership.accessUntil, now);
  const endsAt = endOfGiven(await readPeriods(tx, membership), startsAt, change.months, ctx.settings.siteTimeZone);
  const given = await addPeriod(tx, ctx, membership, { kind: "free", startsAt, endsAt, reference });
  const months = change.months === 1 ? "1 month" : `${change.months} months`;
  const text = `I have added ${months} to your membership “${membership.title}”, free of charge.`;
  return { membership: given, news: { about: "changed" as const, text }, details };
}

const hasPeriod = async (tx: Transaction, reference: string): Promise<boolean> =>
  (await tx.$count(membershipPeriods, eq(membershipPeriods.reference, reference))) > 0;

const mostPausedMonths = 3;

async function pause(tx: Transaction, ctx: MemberContext, held: HeldMembership, change: Change<"pause">) {
  const { membership, isTold } = held;
  const now = ctx.clock.now();
  const zone = ctx.settings.siteTimeZone;
  const { state, accessUntil } = membership;
  const details = { until: change.until };
  if (isTold) {
    // Another form may have been faster.
    const isAsAsked = state === "paused" && membership.resumesAt?.getTime() === endAfter(change.until, zone).getTime();
    if (!isAsAsked) throw changed();
    return { membership, news: null, details };
  }
  const isOver = !accessUntil || accessUntil <= now;
  if (state !== "active" || isOver) throw new DomainError("closed", "Only a membership that goes on can be paused.");
  const resumesAt = endAfter(change.until, zone);
  const isInTime = resumesAt > now && resumesAt <= monthsAfter(now, mostPausedMonths, zone);
  if (!isInTime) {
    throw new DomainError("invalid", `Choose a day within ${mostPausedMonths} months from today.`, { field: "until" });
  }
  const paused = await changeMembership(tx, ctx, membership, { state: "paused", pausedAt: now, resumesAt });
  return { membership: paused, news: pausedNews(paused, zone), details };
}

async function resumeByHand(tx: Transaction, ctx: MemberContext, { membership, isTold }: HeldMembership) {
  const isPaused = membership.state === "paused";
  if (isTold) {
    // It may have been paused anew.
    if (isPaused) throw changed();
    return { membership, news: null, details: {} };
  }
  if (!isPaused) throw new DomainError("closed", "This membership is not paused.");
  const text = `Your membership “${membership.title}” goes on.`;
  return { membership: await resume(tx, ctx, membership), news: { about: "goes_on" as const, text }, details: {} };
}

async function end(tx: Transaction, ctx: MemberContext, { membership }: HeldMembership, { when }: Change<"end">) {
  if (membership.endedAt) throw new DomainError("closed", "This membership is over already.");
  const now = ctx.clock.now();
  const isAtOnce = when === "now" || membership.state === "pending";
  const going = membership.state === "paused" ? await resume(tx, ctx, membership) : membership;
  const cancelled = going.state === "cancelled" ? {} : { state: "cancelled" as const, cancelledAt: now };
  const ended = await changeMembership(tx, ctx, going, { ...cancelled, ...(isAtOnce && { endedAt: now }) });
  const text = `Your membership “${membership.title}” is over. What you have booked with it stays booked.`;
  const news = isAtOnce ? { about: "ended" as const, text } : endsLater(ended, ctx);
  return { membership: ended, news, details: { when } };
}
