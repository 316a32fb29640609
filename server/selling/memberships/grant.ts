import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { creditEntries, type Membership, type MembershipPeriod, type Pass, passes, users } from "@db/schema";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Services } from "../../core/services";
import { readBalance } from "../passes/balance";
import { lockPasses } from "../passes/lock";
import { dueMonths, monthsAfter } from "./periods";

type GrantServices = Pick<Services, "clock" | "settings">;

/** How long before its paid period has ended a membership that renews by itself pays for sessions behind it, in months. */
const monthsAhead = 1;

/**
 * Returns the end of the sessions that a membership pays for: that of what is paid and, while Stripe renews it, a month
 * more, so that members can book ahead. What is booked stays.
 */
const coversUntil = (
  { source, state, accessUntil }: Pick<Membership, "source" | "state" | "accessUntil">,
  zone: string,
): Date | null =>
  accessUntil && source === "stripe" && (state === "active" || state === "past_due")
    ? monthsAfter(accessUntil, monthsAhead, zone)
    : accessUntil;

/** Makes the passes of a locked membership what its state and its end say: one for the sessions it covers, one for its credits. */
export async function syncPasses(tx: Transaction, services: GrantServices, membership: Membership): Promise<void> {
  const { id, startedAt, coversSessions, credits } = membership;
  const endsAt = coversUntil(membership, services.settings.siteTimeZone);
  if (!startedAt || !endsAt) return;
  const { email } = one(
    await tx.select({ email: users.email }).from(users).where(eq(users.id, membership.userId)),
    "user",
  );
  const { productId, userId, title, currency, interval, categoryIds, weeklyLimit } = membership;
  const own = {
    ...{ membershipId: id, productId, userId, email, title, currency, priceMinor: 0, starts: "purchase" as const },
    ...{ months: interval === "year" ? 12 : 1, startsAt: startedAt, endsAt, createdAt: services.clock.now() },
    ...{ endedAt: membership.endedAt, frozenAt: membership.pausedAt },
  };
  const forCategories = { cover: categoryIds.length > 0 ? ("categories" as const) : ("all" as const), categoryIds };
  const wanted: (typeof passes.$inferInsert)[] = [
    ...(coversSessions ? [{ ...own, ...forCategories, credits: null, weeklyLimit }] : []),
    ...(credits === null ? [] : [{ ...own, cover: "all" as const, credits }]),
  ];
  if (wanted.length > 0) await tx.insert(passes).values(wanted).onConflictDoNothing();
  await lockPasses(tx, eq(passes.membershipId, id));
  const { endedAt, frozenAt } = own;
  await tx.update(passes).set({ startsAt: startedAt, endsAt, endedAt, frozenAt }).where(eq(passes.membershipId, id));
}

/** Locks the pass with the credits of a membership; null if it grants none, or has not begun. */
async function lockCredits(tx: Transaction, { id }: Pick<Membership, "id">): Promise<Pass | null> {
  const [pass] = await lockPasses(tx, and(eq(passes.membershipId, id), isNotNull(passes.credits)));
  return pass ?? null;
}

/**
 * Grants the credits of the months that have begun, each once. What is left of the months before is written off as far
 * as it is more than what may be carried over. The membership is locked.
 */
export async function grantCredits(
  tx: Transaction,
  { clock, settings }: GrantServices,
  membership: Pick<Membership, "id" | "credits" | "carriedOver" | "pausedAt" | "endedAt">,
  periods: MembershipPeriod[],
): Promise<void> {
  const { credits, carriedOver } = membership;
  if (credits === null || membership.pausedAt || membership.endedAt) return;
  const pass = await lockCredits(tx, membership);
  if (!pass) return;
  const now = clock.now();
  const due = dueMonths(periods, now, settings.siteTimeZone);
  const known = await readGranted(tx, periods);
  for (const { periodId, month } of due.filter((one) => !known.has(keyOf(one)))) {
    const left = await readBalance(tx, pass);
    const over = Math.max(0, left - carriedOver);
    const written = { passId: pass.id, kind: "expired" as const, amount: -over, createdAt: now };
    const granted = { passId: pass.id, kind: "granted" as const, amount: credits, periodId, month, createdAt: now };
    if (over > 0) await tx.insert(creditEntries).values(written);
    await tx.insert(creditEntries).values(granted);
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
export async function writeOff(tx: Transaction, { clock }: GrantServices, membership: Pick<Membership, "id">) {
  const pass = await lockCredits(tx, membership);
  const left = pass ? await readBalance(tx, pass) : 0;
  if (!pass || left <= 0) return;
  await tx.insert(creditEntries).values({ passId: pass.id, kind: "expired", amount: -left, createdAt: clock.now() });
}
