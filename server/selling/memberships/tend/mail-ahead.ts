import type { Transaction } from "@db/client";
import { type Membership, membershipPeriods, memberships } from "@db/schema";
import { and, eq, exists, gt, isNotNull, isNull, lte, ne, not, or, type SQL, sql } from "drizzle-orm";
import { lastDayOf } from "../../../catalogue/passes/period";
import type { Services } from "../../../core/services";
import { mailMembership } from "../mails/mails";
import { printRenewal } from "../show/show-membership";

/** How long before a trial ends, a year is renewed, or a membership that does not renew ends, its member is told, in days. */
const noticeDays = { trial: 3, year: 14, ending: 7 };

const dayMs = 24 * 3_600_000;

const within = (now: Date, days: number): SQL => lte(memberships.accessUntil, new Date(now.getTime() + days * dayMs));

/** Finds memberships paid elsewhere that end soon without having been cancelled. */
export const whereEnding = (now: Date): SQL | undefined =>
  and(
    eq(memberships.source, "outside"),
    eq(memberships.state, "active"),
    isNull(memberships.endedAt),
    gt(memberships.accessUntil, now),
    within(now, noticeDays.ending),
  );

/** Tells a member once that what they have paid ends soon: nothing is charged by itself. */
export async function mailEnding(
  tx: Transaction,
  { settings }: Pick<Services, "settings">,
  membership: Membership,
): Promise<void> {
  const { accessUntil, title } = membership;
  if (!accessUntil) return;
  await mailMembership(tx, { settings }, membership, {
    about: "ending",
    key: String(accessUntil.getTime()),
    text:
      `What you have paid for your membership “${title}” lasts until ${lastDayOf(accessUntil, settings.siteTimeZone)}. ` +
      "Nothing is charged by itself. To go on, please pay me as before.",
  });
}

/** Finds memberships that Stripe renews whose trial ends soon, or whose year is renewed. */
export function whereRenewing({ db, clock }: Pick<Services, "db" | "clock">): SQL | undefined {
  const now = clock.now();
  const isOwn = and(eq(membershipPeriods.membershipId, memberships.id), ne(membershipPeriods.kind, "trial"));
  const isPaid = exists(
    db
      .select({ one: sql`1` })
      .from(membershipPeriods)
      .where(isOwn),
  );
  return and(
    eq(memberships.source, "stripe"),
    eq(memberships.state, "active"),
    isNull(memberships.renewalEndedAt),
    isNotNull(memberships.reference),
    gt(memberships.accessUntil, now),
    or(
      and(not(isPaid), within(now, noticeDays.trial)),
      and(eq(memberships.interval, "year"), isPaid, within(now, noticeDays.year)),
    ),
  );
}

/** Tells a member, once for each period, that their trial ends soon or that their year is renewed. */
export async function mailRenewal(
  tx: Transaction,
  { settings }: Pick<Services, "settings">,
  membership: Membership,
): Promise<void> {
  const { id, title, accessUntil, nextTitle } = membership;
  if (!accessUntil) return;
  const isOwn = and(eq(membershipPeriods.membershipId, id), ne(membershipPeriods.kind, "trial"));
  const isPaid = (await tx.$count(membershipPeriods, isOwn)) > 0;
  const last = lastDayOf(accessUntil, settings.siteTimeZone);
  const price = printRenewal(membership);
  const how = "You can cancel on the page of your membership before then.";
  const renewal = nextTitle === null ? `it is renewed, for ${price}` : `it becomes “${nextTitle}”, for ${price}`;
  const text = isPaid
    ? `Your membership “${title}” lasts until ${last}. Then ${renewal}. ${how}`
    : `Your membership “${title}” is free until ${last}. Then ${nextTitle === null ? `it costs ${price}` : renewal}. ${how}`;
  await mailMembership(tx, { settings }, membership, {
    about: isPaid ? "renews" : "trial_ends",
    key: String(accessUntil.getTime()),
    text,
  });
}
