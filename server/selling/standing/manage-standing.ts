import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { liveSessions, type Membership, memberships, standingPlaces } from "@db/schema";
import { and, countDistinct, eq, isNull, min, ne, or } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { whereAnyGrants } from "../../catalogue/entitlements/granting";
import { audit } from "../../core/record-audit";
import { inTransaction } from "../../core/transaction";
import { findLive, isLiveOf } from "../memberships/live";
import { lockMemberships } from "../memberships/lock";
import { whereRevivable } from "../memberships/transitions";
import { findHealthStatement } from "../order/health-statement";
import { healthUnconfirmed } from "../bookings/schemas";
import { whereUpcoming } from "../../catalogue/schedule/where-upcoming";
import { listChoices, listStanding } from "./list-standing";
import { lockStandingPlaces } from "./lock";
import type { StandingPlaces, WantedStanding } from "./schemas";
import { takeDates } from "./take-dates";

/** Returns the standing places of a member, what they may choose and what they are to confirm; none without a membership. */
export async function getMyStanding(ctx: MemberContext): Promise<StandingPlaces> {
  const membership = await findLive(ctx.db, ctx.user);
  if (!membership) return { places: [], choices: [], health: null };
  const health = await findHealthStatement(ctx.db, ctx);
  const { text, version, isConfirmed = true } = health ?? { text: "", version: 0 };
  return { ...(await listStanding(ctx, membership)), health: isConfirmed ? null : { text, version } };
}

/** Returns the standing places of a membership, for the instructor. Throws not_found. */
export async function getStandingOf(ctx: Context, { id }: { id: string }): Promise<StandingPlaces> {
  const [membership] = await ctx.db.select().from(memberships).where(eq(memberships.id, id));
  if (!membership) throw new DomainError("not_found", "Membership not found");
  return { ...(await listStanding(ctx, membership)), health: null };
}

/**
 * Takes a standing place for a member, and its dates to come; a second time changes nothing. Returns how many dates are
 * booked. Throws not_found, closed, sold_out, health_unconfirmed.
 */
export async function takeMyStanding(ctx: MemberContext, wanted: WantedStanding): Promise<{ taken: number }> {
  const health = await findHealthStatement(ctx.db, ctx);
  if (health && !health.isConfirmed && wanted.healthVersion !== health.version) {
    throw new DomainError("health_unconfirmed", healthUnconfirmed);
  }
  const id = await inTransaction(ctx, async (tx) => {
    const membership = one(await lockLive(tx, ctx, isLiveOf(ctx.user)), "membership");
    const own = { healthVersion: health?.version ?? null, timeZone: ctx.visitor.timeZone };
    return insertStanding(tx, ctx, membership, { seriesId: wanted.seriesId, ...own });
  });
  return { taken: await takeDates(ctx, id) };
}

type StandingOfMember = { membershipId: string; seriesId: string };

/** Takes a standing place for a member in their place. Throws not_found, closed, sold_out. */
export async function takeStandingFor(ctx: MemberContext, wanted: StandingOfMember): Promise<{ taken: number }> {
  const { membershipId, seriesId } = wanted;
  const id = await inTransaction(ctx, async (tx) => {
    const membership = one(await lockLive(tx, ctx, eq(memberships.id, membershipId)), "membership");
    const own = { healthVersion: null, timeZone: ctx.settings.siteTimeZone };
    const standingId = await insertStanding(tx, ctx, membership, { seriesId, ...own });
    await audit(tx, ctx, "membership.standing_place_taken", membershipId, { title: membership.title, seriesId });
    return standingId;
  });
  return { taken: await takeDates(ctx, id) };
}

/** Locks a membership that grants something. Throws closed for others. */
async function lockLive(
  tx: Transaction,
  { clock }: Context,
  condition: Parameters<typeof lockMemberships>[1],
): Promise<Membership[]> {
  const found = await lockMemberships(tx, and(condition, whereAnyGrants(clock.now())));
  if (found.length > 0) return found;
  throw new DomainError("closed", "Only a membership that goes on has standing places.");
}

type NewStanding = Pick<typeof standingPlaces.$inferInsert, "seriesId" | "healthVersion" | "timeZone">;

async function insertStanding(
  tx: Transaction,
  ctx: Context,
  membership: Membership,
  standing: NewStanding,
): Promise<string> {
  const { seriesId } = standing;
  const isOwn = and(
    eq(standingPlaces.membershipId, membership.id),
    eq(standingPlaces.seriesId, seriesId),
    isNull(standingPlaces.endedAt),
  );
  const [known] = await tx.select().from(standingPlaces).where(isOwn);
  if (known) return known.id;
  const choices = await listChoices({ ...ctx, db: tx }, membership);
  if (!choices.some(({ value }) => value === seriesId)) {
    throw new DomainError("not_found", "This membership does not cover that series.", { field: "seriesId" });
  }
  await requireFree(tx, ctx, seriesId, membership);
  const values = { membershipId: membership.id, ...standing, createdAt: ctx.clock.now() };
  return one(await tx.insert(standingPlaces).values(values).returning(), "standing place").id;
}

/**
 * Throws sold_out where as many members as the smallest date has places have a standing one. A membership that has lapsed
 * keeps its own for as long as it can come back.
 */
async function requireFree(tx: Transaction, ctx: Context, seriesId: string, { userId }: Membership): Promise<void> {
  await lockStandingPlaces(tx, seriesId);
  const [size] = await tx
    .select({ smallest: min(liveSessions.maxAttendees) })
    .from(liveSessions)
    .where(and(eq(liveSessions.seriesId, seriesId), whereUpcoming(ctx)));
  const [others] = await tx
    .select({ count: countDistinct(memberships.userId) })
    .from(standingPlaces)
    .innerJoin(memberships, eq(memberships.id, standingPlaces.membershipId))
    .where(
      and(
        eq(standingPlaces.seriesId, seriesId),
        ne(memberships.userId, userId),
        isNull(standingPlaces.endedAt),
        or(isNull(memberships.endedAt), whereRevivable(ctx.clock.now())),
      ),
    );
  if ((others?.count ?? 0) < (size?.smallest ?? Infinity)) return;
  throw new DomainError("sold_out", "All places of this series are standing places of others.", { field: "seriesId" });
}

/** Gives up a standing place of a member; what is booked stays. A second time changes nothing. */
export async function giveUpMyStanding(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  const [found] = await ctx.db
    .select({ id: standingPlaces.id })
    .from(standingPlaces)
    .innerJoin(memberships, eq(memberships.id, standingPlaces.membershipId))
    .where(and(eq(standingPlaces.id, id), eq(memberships.userId, ctx.user.id)));
  if (!found) throw new DomainError("not_found", "Standing place not found");
  await inTransaction(ctx, (tx) => endStanding(tx, ctx, id));
}

/** Gives up a standing place for its member. Throws not_found. */
export async function giveUpStandingFor(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [found] = await tx.select().from(standingPlaces).where(eq(standingPlaces.id, id));
    if (!found) throw new DomainError("not_found", "Standing place not found");
    if (found.endedAt) return;
    await endStanding(tx, ctx, id);
    await audit(tx, ctx, "membership.standing_place_ended", found.membershipId, { seriesId: found.seriesId });
  });
}

async function endStanding(tx: Transaction, { clock }: Context, id: string): Promise<void> {
  const isKept = and(eq(standingPlaces.id, id), isNull(standingPlaces.endedAt));
  await tx.update(standingPlaces).set({ endedAt: clock.now() }).where(isKept);
}
