import type { Transaction } from "@db/client";
import type { Membership } from "@db/schema";
import type { Services } from "../../../core/services";
import { addPeriod, changeMembership } from "./change-membership";

type PauseServices = Pick<Services, "clock" | "settings">;

/** Ends the pause of a locked membership: its end moves by the time that it was paused. */
export async function resume(tx: Transaction, services: PauseServices, membership: Membership): Promise<Membership> {
  const { pausedAt, resumesAt, accessUntil, id } = membership;
  if (!pausedAt || !resumesAt || !accessUntil) return membership;
  const endsAt = endOfPaused({ pausedAt, resumesAt, accessUntil }, services.clock.now());
  const resumed = await changeMembership(tx, services, membership, {
    state: "active",
    pausedAt: null,
    resumesAt: null,
  });
  const reference = `pause:${id}:${pausedAt.getTime()}`;
  return addPeriod(tx, services, resumed, { kind: "paused", startsAt: accessUntil, endsAt, pausedAt, reference });
}

/** Returns the end of a paused membership if its pause ended now: it moves by the time that it was paused. */
export function endOfPaused(
  { pausedAt, resumesAt, accessUntil }: Record<"pausedAt" | "resumesAt" | "accessUntil", Date>,
  now: Date,
): Date {
  const until = now < resumesAt ? now : resumesAt;
  return new Date(accessUntil.getTime() + Math.max(1000, until.getTime() - pausedAt.getTime()));
}
