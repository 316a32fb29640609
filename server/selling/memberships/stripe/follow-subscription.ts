import type { Transaction } from "@db/client";
import type { Membership } from "@db/schema";
import { longDay } from "../../../core/dates";
import { formatAmount } from "../../../core/money";
import type { Services } from "../../../core/services";
import { resume } from "../periods/resume";
import { changeMembership } from "../periods/change-membership";
import { mailLeaving, mailMembership } from "../mails/mails";
import { endsLaterNews, goesOnNews, overNews, pausedNews } from "../mails/news";
import { monthsAfter } from "../periods/periods";
import { mayBecome, revivalDays } from "../transitions";
import { type ByHand, byHandIn } from "./by-hand";
import { instantOf, type SubscriptionFacts } from "./facts";

/** `over`: nothing renews it any more. `waiting`: nothing of it is paid. */
type Standing = "waiting" | "active" | "paused" | "past_due" | "cancelled" | "over";

/** Returns where a subscription stands. One that is chosen to end is cancelled, whatever becomes of its payments or its pause. */
export function standingOf({ subscription }: Pick<SubscriptionFacts, "subscription">): Standing {
  const isEnding = subscription.cancel_at_period_end || subscription.cancel_at !== null;
  switch (subscription.status) {
    case "incomplete":
      return "waiting";
    case "trialing":
    case "active":
      if (isEnding) return "cancelled";
      return subscription.pause_collection ? "paused" : "active";
    case "past_due":
      return isEnding ? "cancelled" : "past_due";
    default:
      return "over";
  }
}

/** Makes a locked membership what Stripe says of its subscription, and mails what has changed. */
export async function followSubscription(
  tx: Transaction,
  services: Services,
  membership: Membership,
  facts: SubscriptionFacts,
): Promise<Membership> {
  const standing = standingOf(facts);
  if (standing === "waiting") return membership;
  if (membership.endedAt) return standing === "over" ? noteEnd(tx, services, membership) : membership;
  if (standing === "over") return endAtStripe(tx, services, membership, facts);
  const now = services.clock.now();
  if (standing === "past_due") await mailDue(tx, services, membership, facts);
  if (standing === membership.state || membership.state === "pending") return membership;
  if (!mayBecome(membership, standing, now)) return membership;
  const going = membership.state === "paused" ? await resume(tx, services, membership) : membership;
  const changed =
    standing === going.state
      ? going
      : await changeMembership(tx, services, going, changesTo(standing, facts, services));
  const followed = { before: membership, changed, facts };
  await mailChange(tx, services, followed);
  await mailPause(tx, services, followed);
  return changed;
}

function changesTo(
  standing: Exclude<Standing, "waiting" | "over">,
  { subscription }: SubscriptionFacts,
  { clock, settings }: Services,
) {
  const now = clock.now();
  switch (standing) {
    case "active":
      return { state: standing, cancelledAt: null, leaveReason: null };
    case "paused":
      return {
        state: standing,
        pausedAt: now,
        cancelledAt: null,
        leaveReason: null,
        resumesAt: resumingOf(subscription, now) ?? monthsAfter(now, longestPause, settings.siteTimeZone),
      };
    case "cancelled":
      return { state: standing, cancelledAt: now };
    case "past_due":
      return { state: standing };
  }
}

/** A pause that was begun in Stripe's dashboard ends after so many months. */
const longestPause = 3;

/** Notes that Stripe has ended what had ended here before, so that it is not asked any more. */
const noteEnd = async (tx: Transaction, services: Services, membership: Membership): Promise<Membership> =>
  membership.renewalEndedAt
    ? membership
    : changeMembership(tx, services, membership, { renewalEndedAt: services.clock.now() });

/** Returns when a pause ends: as Stripe says, or as we have told it. */
function resumingOf({ pause_collection: pause, metadata }: SubscriptionFacts["subscription"], now: Date): Date | null {
  const seconds = pause?.resumes_at ?? Number(metadata.resumesAt);
  return seconds * 1000 > now.getTime() ? instantOf(seconds) : null;
}

type FollowedChange = { before: Membership; changed: Membership; facts: SubscriptionFacts };

/** Tells of an end that was chosen or taken back, here or at Stripe, once. */
async function mailChange(
  tx: Transaction,
  services: Services,
  { before, changed, facts }: FollowedChange,
): Promise<void> {
  const byHand = byHandIn(facts.subscription, "ended");
  const isUndone = before.state === "cancelled" && (changed.state === "active" || changed.state === "paused");
  if (changed.state === "cancelled" && byHand) {
    const { formKey: key, reason } = byHand;
    const news = endsLaterNews(changed, services.settings.siteTimeZone);
    await mailMembership(tx, services, changed, { ...news, key, reason });
  } else if (changed.state === "cancelled" || isUndone) {
    await mailLeaving(tx, services, changed, `${changed.syncs}`);
  }
}

/** Tells a member of a pause that has begun or is over, in the instructor's form, in Stripe's dashboard or by its time. */
async function mailPause(
  tx: Transaction,
  services: Services,
  { before, changed, facts }: FollowedChange,
): Promise<void> {
  const key = `${changed.syncs}`;
  const zone = services.settings.siteTimeZone;
  if (before.state === "active" && changed.state === "paused") {
    const byHand = byHandIn(facts.subscription, "paused");
    await mailMembership(tx, services, changed, { ...pausedNews(changed, zone), key, ...reasonOf(byHand) });
  }
  if (before.state === "paused" && changed.state === "active") {
    const byHand = byHandIn(facts.subscription, "resumed");
    const news = goesOnNews(changed, zone, { isPauseOver: byHand === null });
    await mailMembership(tx, services, changed, { ...news, key, ...reasonOf(byHand) });
  }
}

const reasonOf = (byHand: ByHand | null) => (byHand ? { reason: byHand.reason } : {});

/** Tells a member once for each invoice that it failed, and once that their bank wants to be asked. */
async function mailDue(
  tx: Transaction,
  services: Services,
  membership: Membership,
  { open }: SubscriptionFacts,
): Promise<void> {
  if (!open) return;
  const amount = formatAmount({ amountMinor: open.dueMinor, currency: open.currency });
  const about = open.needsConfirming ? ("unconfirmed" as const) : ("payment_failed" as const);
  const next = open.nextTryAt
    ? `It is tried again on ${longDay(open.nextTryAt, services.settings.siteTimeZone)}, and you keep the membership meanwhile. Please look at your card on the page of your membership.`
    : "It is not tried again with this card. You keep the membership meanwhile: please choose another card on the page of your membership.";
  const text = open.needsConfirming
    ? `Your bank asks you to confirm the payment of ${amount} for your membership “${membership.title}”. Please confirm it on the page of your membership. You keep it meanwhile.`
    : `The payment of ${amount} for your membership “${membership.title}” could not be taken. ${next}`;
  await mailMembership(tx, services, membership, { about, key: open.id, text });
}

/**
 * Nothing renews it any more. What is paid for is kept to its end; what was given up for want of a payment has lapsed,
 * and comes back with its history for 30 days.
 */
async function endAtStripe(
  tx: Transaction,
  services: Services,
  membership: Membership,
  facts: SubscriptionFacts,
): Promise<Membership> {
  const { subscription } = facts;
  const now = services.clock.now();
  const endedAt = subscription.ended_at === null ? now : instantOf(subscription.ended_at);
  const going = membership.state === "paused" ? await resume(tx, services, membership) : membership;
  const { state, accessUntil, title } = going;
  const over = { renewalEndedAt: membership.renewalEndedAt ?? endedAt };
  const isChosen = state === "cancelled" || subscription.cancellation_details?.reason === "cancellation_requested";
  const cancelled = state === "cancelled" ? {} : { state: "cancelled" as const, cancelledAt: now };
  if (accessUntil && accessUntil > now) {
    const running = await changeMembership(tx, services, going, { ...over, ...cancelled });
    // The instructor's form ends it at once and says so.
    const isByHand = byHandIn(subscription, "ended") !== null;
    if (state !== "cancelled" && !isByHand) await mailChange(tx, services, { before: going, changed: running, facts });
    return running;
  }
  const ended = await changeMembership(tx, services, going, {
    ...over,
    ...(isChosen ? cancelled : { state: "expired" as const }),
    // Access ends when Stripe gives up, not when the last paid period did: it went on meanwhile.
    endedAt: accessUntil && isChosen ? accessUntil : now,
  });
  if (!accessUntil) return ended;
  const back = longDay(new Date(now.getTime() + revivalDays * dayMs), services.settings.siteTimeZone);
  const text = `Your membership “${title}” is over, because its payment could not be taken. What you have booked with it stays booked. Join again until ${back}, and it goes on where it was.`;
  const news = isChosen ? overNews(ended) : { about: "ended" as const, text };
  await mailMembership(tx, services, ended, { ...news, key: String(ended.endedAt?.getTime()) });
  return ended;
}

const dayMs = 24 * 3_600_000;
