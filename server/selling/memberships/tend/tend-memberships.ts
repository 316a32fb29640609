import type { Transaction } from "@db/client";
import { creditEntries, type Membership, memberships, passes } from "@db/schema";
import { and, eq, exists, gt, isNotNull, isNull, lte, or, type SQL, sql, sum } from "drizzle-orm";
import type { Services } from "../../../core/services";
import { inTransaction } from "../../../core/transaction";
import { resume } from "../periods/resume";
import { readPeriods } from "../periods/change-membership";
import { grantCredits, writeOff } from "../periods/grant";
import { lapse, whereOver } from "../periods/lapse";
import { lockMemberships } from "../lock";
import { mailEnding, mailRenewal, whereEnding, whereRenewing } from "./mail-ahead";
import { mailMembership } from "../mails/mails";
import { goesOnNews } from "../mails/news";
import { revivalDays } from "../transitions";

const dayMs = 24 * 3_600_000;

/**
 * Ends pauses and memberships that are over, tells of those that end soon, grants the credits of the months that
 * have begun, and writes off the credits of memberships that can't come back any more. Safe to repeat.
 */
export async function tendMemberships(services: Services): Promise<void> {
  const now = services.clock.now();
  // Of those that Stripe renews, reconcileMemberships tells Stripe first.
  const isPauseOver = and(lte(memberships.resumesAt, now), eq(memberships.source, "outside"));
  await forEach(services, isPauseOver, async (tx, membership) => {
    const resumed = await resume(tx, services, membership);
    const news = goesOnNews(resumed, services.settings.siteTimeZone, { isPauseOver: true });
    await mailMembership(tx, services, resumed, { ...news, key: String(membership.pausedAt?.getTime()) });
  });
  await forEach(services, whereOver(now), (tx, membership) => lapse(tx, services, membership));
  await forEach(services, whereEnding(now), (tx, membership) => mailEnding(tx, services, membership));
  await forEach(services, whereGoingOn, async (tx, membership) =>
    grantCredits(tx, services, membership, await readPeriods(tx, membership)),
  );
  await forEach(services, whereRenewing(services), (tx, membership) => mailRenewal(tx, services, membership));
  const longAgo = new Date(now.getTime() - revivalDays * dayMs);
  const isGone = or(
    lte(memberships.endedAt, longAgo),
    and(isNotNull(memberships.endedAt), eq(memberships.state, "cancelled")),
  );
  await forEach(services, and(isGone, hasCreditsLeft(services)), (tx, membership) =>
    writeOff(tx, services, membership),
  );
}

const whereGoingOn = and(
  isNotNull(memberships.credits),
  isNotNull(memberships.accessUntil),
  isNull(memberships.endedAt),
  isNull(memberships.pausedAt),
);

const hasCreditsLeft = ({ db }: Services): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(passes)
      .innerJoin(creditEntries, eq(creditEntries.passId, passes.id))
      .where(and(eq(passes.membershipId, memberships.id), isNotNull(passes.credits)))
      .having(gt(sum(creditEntries.amount), "0")),
  );

/** Looks again under the lock: another process, or the instructor, may have been there before. */
async function forEach(
  services: Services,
  condition: SQL | undefined,
  act: (tx: Transaction, membership: Membership) => Promise<void>,
): Promise<void> {
  const { db, log } = services;
  const due = await db.select({ id: memberships.id }).from(memberships).where(condition);
  for (const { id } of due) {
    await inTransaction(services, async (tx) => {
      const [membership] = await lockMemberships(tx, and(eq(memberships.id, id), condition));
      if (membership) await act(tx, membership);
    }).catch((error: unknown) =>
      log.error({ err: error, membershipId: id }, "membership not tended; the next run tries again"),
    );
  }
}
