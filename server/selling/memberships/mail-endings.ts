import type { Transaction } from "@db/client";
import { type Membership, memberships } from "@db/schema";
import { and, eq, gt, isNull, lte, type SQL } from "drizzle-orm";
import type { Services } from "../../core/services";
import { lastDayOf } from "../../catalogue/passes/period";
import { mailMembership } from "./mails";

/** How long before its end a membership that does not renew by itself is mentioned, in days. */
const daysBefore = 7;

const dayMs = 24 * 3_600_000;

/** Finds memberships paid elsewhere that end soon without having been cancelled. */
export const whereEnding = (now: Date): SQL | undefined =>
  and(
    eq(memberships.source, "outside"),
    eq(memberships.state, "active"),
    isNull(memberships.endedAt),
    gt(memberships.accessUntil, now),
    lte(memberships.accessUntil, new Date(now.getTime() + daysBefore * dayMs)),
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
