import type { Membership } from "@db/schema";
import type Stripe from "stripe";
import type { Services } from "../../../core/services";
import { endOfPaused } from "../periods/resume";
import { type ByHand, noteByHand, notePause } from "./by-hand";
import { releaseSchedule } from "./release-schedule";
import { cancelAtStripe, syncSubscription } from "./sync-subscription";
import { trialEndFor } from "./trial-end";

/** A membership that Stripe renews. */
export type RenewedMembership = Membership & { reference: string };

/** Returns whether Stripe renews a membership, so that Stripe has to be told of a change first. */
export const isRenewed = (membership: Membership): membership is RenewedMembership =>
  membership.source === "stripe" && membership.reference !== null && membership.renewalEndedAt === null;

export type RenewalChange =
  | { kind: "give"; until: Date; byHand: ByHand }
  | { kind: "pause"; until: Date; byHand: ByHand }
  | { kind: "resume"; byHand?: ByHand }
  | { kind: "cancel"; comment: string; byHand?: ByHand }
  | { kind: "undo" }
  | { kind: "end"; byHand?: ByHand };

/**
 * Tells Stripe of a change and follows what it says then, with no row locked. A second time changes nothing. Throws
 * Stripe's errors, and busy.
 */
export async function changeRenewal(
  services: Services,
  membership: RenewedMembership,
  change: RenewalChange,
): Promise<void> {
  const { reference } = membership;
  const { subscriptions } = services.stripe.client;
  if (change.kind === "end") {
    if (change.byHand) await subscriptions.update(reference, { metadata: noteByHand("ended", change.byHand) });
    await cancelAtStripe(services, reference);
  } else if (change.kind === "undo") {
    await undo(services, reference);
  } else {
    // A change of plan that is planned falls away, which its member is told: Stripe lets a schedule alone change what has one.
    await releaseSchedule(services, await subscriptions.retrieve(reference));
    await subscriptions.update(reference, updateFor(change, membership, services.clock.now()));
  }
  await syncSubscription(services, reference);
}

const secondsOf = (instant: Date): number => Math.ceil(instant.getTime() / 1000);

function updateFor(
  change: Exclude<RenewalChange, { kind: "end" | "undo" }>,
  membership: RenewedMembership,
  now: Date,
): Stripe.SubscriptionUpdateParams {
  switch (change.kind) {
    case "give":
      return {
        trial_end: secondsOf(change.until),
        proration_behavior: "none",
        metadata: noteByHand("given", change.byHand),
      };
    case "pause":
      // What would be charged meanwhile is void. A job of ours ends the pause: should it not run, nothing is charged.
      return {
        pause_collection: { behavior: "void" },
        metadata: { resumesAt: String(secondsOf(change.until)), ...notePause({ paused: change.byHand }) },
      };
    case "resume":
      return endedPause(membership, now, change.byHand);
    case "cancel": {
      const { metadata, ...resumed } = endedPause(membership, now);
      return {
        cancel_at_period_end: true,
        ...resumed,
        metadata: { ...metadata, ...noteByHand("ended", change.byHand) },
        ...(change.comment && { cancellation_details: { comment: change.comment } }),
      };
    }
  }
}

/** Ends a pause, if there is one, and moves the next charge by its length. */
function endedPause(
  { pausedAt, resumesAt, accessUntil }: RenewedMembership,
  now: Date,
  byHand?: ByHand,
): Stripe.SubscriptionUpdateParams & { metadata?: Stripe.MetadataParam } {
  if (!pausedAt || !resumesAt || !accessUntil) return {};
  const end = endOfPaused({ pausedAt, resumesAt, accessUntil }, now);
  const moved = end > now ? ({ trial_end: trialEndFor(end, now), proration_behavior: "none" } as const) : {};
  return { pause_collection: "", metadata: { resumesAt: "", ...notePause({ resumed: byHand }) }, ...moved };
}

/** Takes back an end that was chosen here, or in Stripe's portal, which names a day. */
async function undo({ stripe }: Services, reference: string): Promise<void> {
  const { subscriptions } = stripe.client;
  const { cancel_at_period_end: isAtPeriodEnd, cancel_at: day } = await subscriptions.retrieve(reference);
  const metadata = noteByHand("ended", undefined);
  if (isAtPeriodEnd) await subscriptions.update(reference, { cancel_at_period_end: false, metadata });
  else if (day !== null) await subscriptions.update(reference, { cancel_at: "", metadata });
}
