import type { Transaction } from "@db/client";
import { one } from "@db/one";
import {
  creditEntries,
  type Membership,
  type MembershipPeriod,
  membershipPeriods,
  type Pass,
  passes,
  users,
} from "@db/schema";
import { and, desc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Services } from "../../../core/services";
import { readBalance } from "../../../catalogue/passes/balance";
import { lockPasses } from "../../../catalogue/passes/lock";
import { dueMonths, isWithinAnother, monthsAfterPeriod } from "./periods";

type GrantServices = Pick<Services, "clock" | "settings">;

/** How long before its paid period has ended a membership that renews by itself pays for sessions behind it, in months. */
const monthsAhead = 1;

/**
 * Returns the end of the sessions that a membership pays for: that of what is paid and, while Stripe renews it, a month
 * more, so that members can book ahead. What is booked stays. Where another plan follows, what is behind the change is
 * booked with that.
 */
async function coversUntil(tx: Transaction, membership: Membership, zone: string): Promise<Date | null> {
  const { source, state, accessUntil, productId, nextProductId } = membership;
  const isRenewed = source === "stripe" && (state === "active" || state === "past_due");
  if (!accessUntil || !isRenewed) return accessUntil;
  if (nextProductId !== null && nextProductId !== productId) return accessUntil;
  return monthsAfterPeriod(await readLastPeriod(tx, { ...membership, accessUntil }), monthsAhead, zone);
}

/** Returns the paid period with which a membership ends: its days are those of the renewals. Another end has its own day alone. */
async function readLastPeriod(tx: Transaction, { id, accessUntil }: Pick<Membership, "id"> & { accessUntil: Date }) {
  const { membershipId, kind, startsAt, endsAt } = membershipPeriods;
  const [period] = await tx
    .select({ startsAt, endsAt })
    .from(membershipPeriods)
    .where(and(eq(membershipId, id), eq(kind, "paid"), eq(endsAt, accessUntil)))
    .orderBy(desc(startsAt))
    .limit(1);
  return period ?? { startsAt: accessUntil, endsAt: accessUntil };
}

/** Makes the passes of a locked membership what its state and its end say: one for the sessions it covers, one for its credits. */
export async function syncPasses(tx: Transaction, services: GrantServices, membership: Membership): Promise<void> {
  const { id, startedAt, coversSessions, credits } = membership;
  const endsAt = await coversUntil(tx, membership, services.settings.siteTimeZone);
  if (!startedAt || !endsAt) return;
  const { email } = one(
    await tx.select({ email: users.email }).from(users).where(eq(users.id, membership.userId)),
    "user",
  );
  const { productId, userId, title, currency, interval, categoryIds, weeklyLimit, placeLimit } = membership;
  const own = {
    membershipId: id,
    productId,
    userId,
    email,
    title,
    currency,
    priceMinor: 0,
    starts: "purchase" as const,
    months: interval === "year" ? 12 : 1,
    startsAt: startedAt,
    endsAt,
    createdAt: services.clock.now(),
    endedAt: membership.endedAt,
    frozenAt: membership.pausedAt,
  };
  const forCategories = { cover: categoryIds.length > 0 ? ("categories" as const) : ("all" as const), categoryIds };
  const wanted: (typeof passes.$inferInsert)[] = [
    ...(coversSessions ? [{ ...own, ...forCategories, placeLimit, credits: null, weeklyLimit }] : []),
    ...(credits === null ? [] : [{ ...own, cover: "all" as const, placeLimit, credits }]),
  ];
  if (wanted.length > 0) await tx.insert(passes).values(wanted).onConflictDoNothing();
  await lockPasses(tx, eq(passes.membershipId, id));
  const { endedAt, frozenAt } = own;
  const { months } = own;
  await tx
    .update(passes)
    .set({
      productId,
      title,
      currency,
      months,
      startsAt: startedAt,
      endsAt,
      frozenAt,
      endedAt,
    })
    .where(eq(passes.membershipId, id));
  const isCover = and(eq(passes.membershipId, id), isNull(passes.credits));
  // A plan without sessions covers none from now on; what is booked stays.
  const covered = coversSessions
    ? { ...forCategories, placeLimit, weeklyLimit }
    : { endedAt: endedAt ?? own.createdAt };
  await tx.update(passes).set(covered).where(isCover);
  if (credits === null) return;
  await tx
    .update(passes)
    .set({ credits, placeLimit })
    .where(and(eq(passes.membershipId, id), isNotNull(passes.credits)));
}

/** Locks the pass with the credits of a membership; null if it grants none, or has not begun. */
export async function lockCredits(tx: Transaction, { id }: Pick<Membership, "id">): Promise<Pass | null> {
  const [pass] = await lockPasses(tx, and(eq(passes.membershipId, id), isNotNull(passes.credits)));
  return pass ?? null;
}

/**
 * Grants the credits of the months that have begun, each once. What is left of the months before is written off as far
 * as it is more than what may be carried over. Months that began before the present plan are those of the plan before,
 * and its first month writes nothing off; the rest of a period at another price has no months of its own. The membership
 * is locked.
 */
export async function grantCredits(
  tx: Transaction,
  { clock, settings }: GrantServices,
  membership: Pick<Membership, "id" | "credits" | "carriedOver" | "pausedAt" | "endedAt" | "planSince">,
  periods: MembershipPeriod[],
  now = clock.now(),
): Promise<void> {
  const { credits, carriedOver, planSince } = membership;
  if (credits === null || membership.pausedAt || membership.endedAt) return;
  const pass = await lockCredits(tx, membership);
  if (!pass) return;
  const whole = periods.filter((period) => !isWithinAnother(period, periods));
  const known = await readGranted(tx, periods);
  for (const { periodId, month, at } of dueMonths(whole, now, settings.siteTimeZone)) {
    if (known.has(keyOf({ periodId, month })) || (planSince && at < planSince)) continue;
    const isFirst = at.getTime() === planSince?.getTime();
    if (!isFirst) await writeOffPass(tx, pass, Math.max(0, (await readBalance(tx, pass)) - carriedOver), clock.now());
    await tx
      .insert(creditEntries)
      .values({ passId: pass.id, kind: "granted", amount: credits, periodId, month, createdAt: clock.now() });
  }
}

const keyOf = ({ periodId, month }: { periodId: string | null; month: number | null }): string =>
  `${periodId}:${month}`;

async function readGranted(tx: Transaction, periods: MembershipPeriod[]): Promise<Set<string>> {
  if (periods.length === 0) return new Set();
  const { periodId, month, kind } = creditEntries;
  const ids = periods.map(({ id }) => id);
  const rows = await tx
    .select({ periodId, month })
    .from(creditEntries)
    .where(and(eq(kind, "granted"), inArray(periodId, ids)));
  return new Set(rows.map(keyOf));
}

/** Writes off what is left of the credits of a membership that can't come back any more. It is locked. */
export const writeOff = (tx: Transaction, services: GrantServices, membership: Pick<Membership, "id">) =>
  writeOffAbove(tx, services, membership, 0);

/** Writes off the credits of a locked membership that are more than may be kept. */
export async function writeOffAbove(
  tx: Transaction,
  { clock }: Pick<Services, "clock">,
  membership: Pick<Membership, "id">,
  kept: number,
): Promise<void> {
  const pass = await lockCredits(tx, membership);
  if (pass) await writeOffPass(tx, pass, (await readBalance(tx, pass)) - kept, clock.now());
}

async function writeOffPass(tx: Transaction, { id: passId }: Pass, amount: number, createdAt: Date): Promise<void> {
  if (amount > 0) await tx.insert(creditEntries).values({ passId, kind: "expired", amount: -amount, createdAt });
}
