import type { Transaction } from "@db/client";
import { type Membership, memberships } from "@db/schema";
import { and, eq, isNull, lte, ne, or } from "drizzle-orm";
import type { Services } from "../../../core/services";
import { changeMembership } from "./change-membership";
import { lockMemberships } from "../lock";
import { mailMembership } from "../mails/mails";
import { overNews } from "../mails/news";

type LapseServices = Pick<Services, "clock" | "settings">;

/**
 * Finds memberships whose last period is over: those that were cancelled, and those paid elsewhere. Of the others,
 * Stripe says when they end.
 */
export const whereOver = (now: Date) =>
  and(
    isNull(memberships.endedAt),
    lte(memberships.accessUntil, now),
    ne(memberships.state, "paused"),
    or(eq(memberships.source, "outside"), eq(memberships.state, "cancelled")),
  );

/** Ends the memberships of a member, whose account is locked, that are over, so that they can join again. */
export async function lapseOf(tx: Transaction, services: LapseServices, { id }: { id: string }): Promise<void> {
  const over = await lockMemberships(tx, and(eq(memberships.userId, id), whereOver(services.clock.now())));
  for (const membership of over) await lapse(tx, services, membership);
}

/** Ends a locked membership that is over: a cancelled one stays cancelled, another has expired. */
export async function lapse(tx: Transaction, services: LapseServices, membership: Membership): Promise<void> {
  const state = membership.state === "cancelled" ? {} : { state: "expired" as const };
  const ended = await changeMembership(tx, services, membership, { ...state, endedAt: membership.accessUntil });
  await mailMembership(tx, services, ended, { ...overNews(ended), key: String(ended.endedAt?.getTime()) });
}
