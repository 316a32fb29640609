import { type Membership, membershipPeriods, memberships } from "@db/schema";
import { and, eq, exists, gt, isNotNull, isNull, lte, not, or, sql } from "drizzle-orm";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { lastDayOf } from "../../catalogue/passes/period";
import { lockMemberships } from "./lock";
import { mailMembership } from "./mails";
import { printRenewal } from "./show-membership";

const dayMs = 24 * 3_600_000;

/** How long before a trial ends, and before a yearly membership is renewed, its member is told, in days. */
const noticeDays = { trial: 3, year: 14 };

/** Tells members, once for each period, that a trial ends soon or that a year is renewed. Safe to repeat. */
export async function mailRenewals(services: Services): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const within = (days: number) => lte(memberships.accessUntil, new Date(now.getTime() + days * dayMs));
  const isPaid = exists(
    db
      .select({ one: sql`1` })
      .from(membershipPeriods)
      .where(and(eq(membershipPeriods.membershipId, memberships.id), not(eq(membershipPeriods.kind, "trial")))),
  );
  const ends = or(
    and(not(isPaid), within(noticeDays.trial)),
    and(eq(memberships.interval, "year"), isPaid, within(noticeDays.year)),
  );
  const renews = and(
    ...[eq(memberships.source, "stripe"), eq(memberships.state, "active"), isNull(memberships.renewalEndedAt)],
    ...[isNotNull(memberships.reference), gt(memberships.accessUntil, now), ends],
  );
  const due = await db
    .select({ id: memberships.id, isPaid: sql<boolean>`${isPaid}` })
    .from(memberships)
    .where(renews);
  for (const { id, isPaid: isPaidFor } of due) {
    await inTransaction(services, async (tx) => {
      const [membership] = await lockMemberships(tx, and(eq(memberships.id, id), renews));
      if (membership) await mailRenewal(tx, services, membership, isPaidFor);
    });
  }
}

async function mailRenewal(
  tx: Parameters<typeof mailMembership>[0],
  services: Services,
  membership: Membership,
  isPaid: boolean,
): Promise<void> {
  const { title, accessUntil } = membership;
  if (!accessUntil) return;
  const last = lastDayOf(accessUntil, services.settings.siteTimeZone);
  const price = printRenewal(membership);
  const how = "You can cancel on the page of your membership before then.";
  const { nextTitle } = membership;
  const renewal = nextTitle === null ? `it is renewed, for ${price}` : `it becomes “${nextTitle}”, for ${price}`;
  const text = isPaid
    ? `Your membership “${title}” lasts until ${last}. Then ${renewal}. ${how}`
    : `Your membership “${title}” is free until ${last}. Then ${nextTitle === null ? `it costs ${price}` : renewal}. ${how}`;
  await mailMembership(tx, services, membership, {
    about: isPaid ? "renews" : "trial_ends",
    key: String(accessUntil.getTime()),
    text,
  });
}
