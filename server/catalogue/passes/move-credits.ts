import type { Queryable, Transaction } from "@db/client";
import { type CreditEntry, creditEntries, type LiveSession, type Pass, passes, sessionCategories } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Services } from "../../core/services";
import { readFree } from "./balance";
import { type CreditedSession, creditsFor } from "./credits-for";
import { listTaken } from "./list-taken";
import { lockPasses } from "./lock";
import { isWithin, passState, takeCredits } from "./use-pass";
import { coveredPlaces, isCover, readUses } from "./weekly-cover";

type PassServices = Pick<Services, "clock" | "settings">;
type Target = CreditedSession & Pick<LiveSession, "id" | "category" | "locationType" | "startTime">;

/** How far a pass that has paid for a booking reaches. */
type PassReach = {
  pass: Pass;
  taken: CreditEntry[];
  /** Returns the credits that moving to a session takes besides, negative if some come back; null if it can't pay there. */
  changeTo: (session: Target) => number | null;
};

/** Reads to which sessions a pass can follow the tickets that it has paid for. It is exact while the pass is locked. */
export async function readReach(
  db: Queryable,
  services: PassServices,
  { passId, ticketIds }: { passId: string; ticketIds: string[] },
): Promise<PassReach | null> {
  const [pass] = await db.select().from(passes).where(eq(passes.id, passId));
  if (!pass) return null;
  const taken = await listTaken(db, ticketIds);
  const free = (await readFree(db, [passId])).get(passId) ?? 0;
  const categories = new Map((await db.select().from(sessionCategories)).map(({ id, name }) => [name, id]));
  const before = -taken.reduce((sum, { amount }) => sum + amount, 0);
  const isUsable = passState(pass, free, services.clock.now()) === "usable";
  // The place that is moved leaves its week, or stays within it.
  const uses = isCover(pass) ? await readUses(db, services, pass) : [];
  const others = uses.filter(({ ticketId }) => ticketId === null || !ticketIds.includes(ticketId));
  const mayTake = (change: number) => isUsable && (pass.credits === null || free >= change);
  return {
    pass,
    taken,
    changeTo(session) {
      if (!isWithin(pass, session, categories.get(session.category ?? "") ?? null)) return null;
      if (isCover(pass)) {
        const places = coveredPlaces(pass, others, session, services.settings.siteTimeZone);
        if (taken.length > 0 && (!isUsable || places === 0)) return null;
      }
      const creditCost = creditsFor(session, pass);
      if (creditCost === null) return null;
      const change = taken.length * creditCost - before;
      return change <= 0 || mayTake(change) ? change : null;
    },
  };
}

type MovedTickets = { passId: string; ticketIds: string[]; to: LiveSession };

/**
 * Locks the pass of a booking that moves, and takes or gives back the difference: what its tickets took comes back, and
 * they take what the other session costs. Returns what they have then taken, or null if the pass can't pay there.
 */
export async function moveCredits(
  tx: Transaction,
  services: PassServices,
  { to, ...use }: MovedTickets,
): Promise<{ credits: number } | null> {
  await lockPasses(tx, eq(passes.id, use.passId));
  const reach = await readReach(tx, services, use);
  const change = reach?.changeTo(to) ?? null;
  if (!reach || change === null) return null;
  const { pass, taken } = reach;
  const creditCost = creditsFor(to, pass) ?? 0;
  if (change !== 0) {
    const createdAt = services.clock.now();
    await tx.insert(creditEntries).values(
      taken.map(({ id, passId, amount }) => ({
        passId,
        kind: "returned" as const,
        amount: -amount,
        takenId: id,
        createdAt,
      })),
    );
    await takeCredits(tx, services, pass, { ticketIds: taken.flatMap(({ ticketId }) => ticketId ?? []), creditCost });
  }
  return { credits: taken.length * creditCost };
}
