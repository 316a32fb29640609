import type { Queryable, Transaction } from "@db/client";
import {
  type CreditEntry,
  creditEntries,
  type LiveSession,
  type Pass,
  passes,
  purchases,
  sessionCategories,
} from "@db/schema";
import { and, asc, eq, inArray, isNull, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Services } from "../../core/services";
import { readBalance, readBalances } from "./balance";
import { describeBalance } from "./describe-pass";
import { expire } from "./expire-passes";
import { type PassHolder, whereHeldBy } from "./holder";
import { lockPasses } from "./lock";
import { passState } from "./my-passes";
import { beginning } from "./open-pass";
import { endOfPass } from "./period";

type PassServices = Pick<Services, "clock" | "settings">;
type CoveredSession = Pick<LiveSession, "category" | "locationType" | "startTime">;

/** A pass with what is left on it. */
type HeldPass = { pass: Pass; left: number };

/** Lists the passes of a holder that can pay for so many tickets of a session, the one that ends first at the head. */
export async function listUsable(
  db: Queryable,
  services: PassServices,
  { holder, session, quantity }: { holder: PassHolder; session: CoveredSession; quantity: number },
): Promise<HeldPass[]> {
  const isHeld = whereHeldBy(holder);
  if (!isHeld) return [];
  const isTheirs = and(isHeld, isNull(passes.endedAt), isNull(passes.frozenAt));
  const rows = await db
    .select()
    .from(passes)
    .where(isTheirs)
    .orderBy(sql`${passes.endsAt} asc nulls last`, asc(passes.createdAt), asc(passes.id));
  if (rows.length === 0) return [];
  const balances = await readBalances(
    db,
    rows.map(({ id }) => id),
  );
  const categoryId = await readCategoryId(db, session);
  return rows
    .map((pass) => ({ pass, left: balances.get(pass.id) ?? 0 }))
    .filter((held) => isUsable(held, { services, session, categoryId, quantity }));
}

type Use = { services: PassServices; session: CoveredSession; categoryId: string | null; quantity: number };

function isUsable({ pass, left }: HeldPass, { services, session, categoryId, quantity }: Use): boolean {
  if (passState(pass, left, services.clock.now()) !== "usable") return false;
  if (pass.credits !== null && left < quantity) return false;
  return covers(pass, session, categoryId) && session.startTime < endIfUsed(pass, services);
}

/** Returns the end of a pass; of one that has not begun, that which it would have. */
const endIfUsed = (pass: Pass, { clock, settings }: PassServices): Date =>
  pass.endsAt ?? endOfPass(pass, clock.now(), settings.siteTimeZone);

function covers({ cover, categoryIds }: Pass, { locationType }: CoveredSession, categoryId: string | null): boolean {
  switch (cover) {
    case "all":
      return true;
    case "online":
      return locationType === "online";
    case "on_site":
      return locationType === "onsite";
    case "categories":
      return categoryId !== null && categoryIds.includes(categoryId);
  }
}

async function readCategoryId(db: Queryable, { category }: CoveredSession): Promise<string | null> {
  if (category === null) return null;
  const { id, name } = sessionCategories;
  const [found] = await db.select({ id }).from(sessionCategories).where(eq(name, category));
  return found?.id ?? null;
}

/** Returns whether a booking that a pass has paid for may move to a session: within its cover and its period. */
export async function isPassFor(db: Queryable, { id }: { id: string }, session: CoveredSession): Promise<boolean> {
  const [pass] = await db.select().from(passes).where(eq(passes.id, id));
  if (!pass?.endsAt || session.startTime >= pass.endsAt) return false;
  return covers(pass, session, await readCategoryId(db, session));
}

/** Locks a holder's pass, and begins its period if this is its first use; null if it can't pay for the tickets. */
export async function lockUsablePass(
  tx: Transaction,
  services: PassServices,
  { passId, holder, ...use }: { passId: string; holder: PassHolder; session: CoveredSession; quantity: number },
): Promise<Pass | null> {
  const isHeld = whereHeldBy(holder);
  const [pass] = isHeld ? await lockPasses(tx, and(eq(passes.id, passId), isHeld)) : [];
  if (!pass) return null;
  const held = { pass, left: await readBalance(tx, pass) };
  if (!isUsable(held, { ...use, services, categoryId: await readCategoryId(tx, use.session) })) return null;
  if (!pass.startsAt) {
    await tx
      .update(passes)
      .set(beginning(pass, services.clock.now(), services))
      .where(eq(passes.id, pass.id));
  }
  return pass;
}

/** Takes a credit for each ticket from a locked pass. */
export async function takeCredits(
  tx: Transaction,
  { clock }: Pick<Services, "clock">,
  pass: Pick<Pass, "id">,
  ticketIds: string[],
): Promise<void> {
  const createdAt = clock.now();
  const taken = ticketIds.map((ticketId) => ({
    passId: pass.id,
    kind: "taken" as const,
    amount: -1,
    ticketId,
    createdAt,
  }));
  await tx.insert(creditEntries).values(taken);
}

/** Says what came back onto a pass: "1 credit is back on your pass “Ten sessions”: 8 of 10 left, until …". */
export type ReturnedCredits = string;

/**
 * Gives back what tickets have taken and not got back yet, once for each. At least the time for which the credits were
 * away remains from now on, but no more than remained when they were taken. Null if nothing was taken.
 */
export async function returnCredits(
  tx: Transaction,
  services: PassServices,
  { passId, ticketIds }: { passId: string | null; ticketIds: string[] },
): Promise<ReturnedCredits | null> {
  if (passId === null || ticketIds.length === 0) return null;
  const [locked] = await lockPasses(tx, eq(passes.id, passId));
  const taken = await listTaken(tx, ticketIds);
  if (!locked || taken.length === 0) return null;
  const now = services.clock.now();
  const pass = await expire(tx, services, locked);
  await tx.insert(creditEntries).values(
    taken.map(({ id, amount }) => ({
      ...{ passId, kind: "returned" as const, amount: -amount, takenId: id, createdAt: now },
    })),
  );
  const back = -taken.reduce((sum, { amount }) => sum + amount, 0);
  if (pass.endedAt && !(await isStillPaid(tx, pass))) {
    await tx.insert(creditEntries).values({ passId, kind: "refunded", amount: -back, createdAt: now });
    return null;
  }
  const endsAt = endAfterReturn(pass, taken, now);
  // A pass that ended with the refund of its unused part goes on with these: they were not refunded.
  await tx
    .update(passes)
    .set({ endedAt: null, ...(endsAt && { endsAt }) })
    .where(eq(passes.id, passId));
  const after = { ...pass, endsAt: endsAt ?? pass.endsAt };
  const balance = describeBalance(after, {
    left: await readBalance(tx, pass),
    timeZone: services.settings.siteTimeZone,
  });
  return `${back === 1 ? "1 credit is" : `${back} credits are`} back on your pass “${pass.title}”: ${balance}.`;
}

/** Returns whether something of the price of a pass was kept, or was never to be paid. */
async function isStillPaid(tx: Transaction, { purchaseId }: Pass): Promise<boolean> {
  const [purchase] = await tx.select({ status: purchases.status }).from(purchases).where(eq(purchases.id, purchaseId));
  return purchase?.status === "paid" || purchase?.status === "free";
}

function endAfterReturn({ endsAt }: Pass, taken: CreditEntry[], now: Date): Date | null {
  if (!endsAt) return null;
  const timesAway = taken.map(({ createdAt }) => Math.min(now.getTime(), endsAt.getTime()) - createdAt.getTime());
  const moved = new Date(now.getTime() + Math.max(0, ...timesAway));
  return moved > endsAt ? moved : null;
}

/** Lists what tickets have taken and not got back. Their pass is locked. */
function listTaken(tx: Transaction, ticketIds: string[]): Promise<CreditEntry[]> {
  const returned = alias(creditEntries, "returned");
  const isReturned = tx
    .select({ one: sql`1` })
    .from(returned)
    .where(eq(returned.takenId, creditEntries.id));
  return tx
    .select()
    .from(creditEntries)
    .where(and(inArray(creditEntries.ticketId, ticketIds), eq(creditEntries.kind, "taken"), notExists(isReturned)));
}
