import type { Queryable, Transaction } from "@db/client";
import { one } from "@db/one";
import { type CreditEntry, creditEntries, type LiveSession, type Pass, passes, purchases } from "@db/schema";
import { and, asc, eq, isNull, notInArray, sql } from "drizzle-orm";
import type { Services } from "../../core/services";
import { readCategories } from "../schedule/categories";
import { readBalance, readFree } from "./balance";
import { describeBalance } from "./describe-pass";
import { expire } from "./expire-passes";
import { type PassHolder, whereHeldBy } from "./holder";
import { lockPasses } from "./lock";
import { listTaken } from "./list-taken";
import { type CreditedSession, creditsFor } from "./credits-for";
import { beginning } from "./open-pass";
import { endOfPass } from "./period";
import { coveredPlaces, isCover, leftInWeek, readUses } from "./weekly-cover";

type PassServices = Pick<Services, "clock" | "settings">;
type CoveredSession = CreditedSession & Pick<LiveSession, "id" | "category" | "locationType" | "startTime">;

/** What is to be paid for. `entryId`: the entry of the waitlist whose offer is answered, with the credits it holds. */
export type Use = { session: CoveredSession; quantity: number; entryId?: string | undefined };

/** What a pass pays of a booking: for so many of its tickets, so many credits, `creditCost` for each. */
export type PassPart = { pass: Pass; tickets: number; credits: number; creditCost: number };

/**
 * A pass with what is left on it and not held for an offer. Of a membership's cover, that is the places that it pays for
 * in the session; `weekLeft` is how many more sessions of the week it covers, null for any number.
 */
type HeldPass = { pass: Pass; left: number; weekLeft?: number | null };

/** Lists the passes of a holder that can pay for at least one ticket, the one that ends first at the head. */
export async function listUsable(
  db: Queryable,
  services: PassServices,
  { holder, ...use }: Use & { holder: PassHolder },
): Promise<(HeldPass & PassPart)[]> {
  const isHeld = whereHeldBy(holder);
  if (!isHeld) return [];
  const isTheirs = and(isHeld, isNull(passes.endedAt), isNull(passes.frozenAt));
  const rows = await db
    .select()
    .from(passes)
    .where(isTheirs)
    .orderBy(isCoverFirst, sql`${passes.endsAt} asc nulls last`, asc(passes.createdAt), asc(passes.id));
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const free = await readFree(db, ids, use.entryId);
  const categoryId = await readCategoryId(db, use.session);
  // A member has one live membership, so there is at most one cover.
  const cover = rows.find(isCover);
  const covered = cover && (await readCover(db, services, cover, use));
  return rows
    .map((pass) => (covered?.pass === pass ? covered : { pass, left: free.get(pass.id) ?? 0 }))
    .filter((held) => isUsable(held, { ...use, services, categoryId }))
    .map((held) => ({ ...held, ...partOf(held, use) }));
}

const isCoverFirst = sql`(${passes.membershipId} is null or ${passes.credits} is not null)`;

/** Reads what the cover of a membership is used for in the week of a session. */
async function readCover(
  db: Queryable,
  services: PassServices,
  pass: Pass,
  { session, entryId }: Use,
): Promise<HeldPass> {
  const zone = services.settings.siteTimeZone;
  const uses = await readUses(db, services, pass, entryId);
  const left = coveredPlaces(pass, uses, session, zone);
  return { pass, left, weekLeft: leftInWeek(pass, uses, session.startTime, zone) };
}

/** Returns what a pass that can be used pays of so many tickets; the cover of a membership pays for one at most. */
export function partOf({ pass, left }: HeldPass, { session, quantity }: Use): PassPart {
  const creditCost = creditsFor(session, pass);
  if (creditCost === null) return { pass, tickets: 0, credits: 0, creditCost: 0 };
  const most = isCover(pass) ? left : pass.credits === null ? quantity : Math.floor(left / creditCost);
  const tickets = Math.min(quantity, most);
  return { pass, tickets, credits: tickets * creditCost, creditCost };
}

/** A use whose category has been read. */
type UseInContext = Use & { services: PassServices; categoryId: string | null };

/** Returns whether a pass can pay for a ticket now. */
export function isUsable(held: HeldPass, { services, categoryId, ...use }: UseInContext): boolean {
  const { pass, left } = held;
  if (passState(pass, left, services.clock.now()) !== "usable" || partOf(held, use).tickets === 0) return false;
  return covers(pass, use.session, categoryId) && use.session.startTime < endIfUsed(pass, services);
}

/** Returns the end of a pass; of one that has not begun, that which it would have. */
const endIfUsed = (pass: Pass, { clock, settings }: PassServices): Date =>
  pass.endsAt ?? endOfPass(pass, clock.now(), settings.siteTimeZone);

/** Returns whether a pass is for a session, whose category is given. */
export function covers(
  { cover, categoryIds }: Pick<Pass, "cover" | "categoryIds">,
  { locationType }: Pick<CoveredSession, "locationType">,
  categoryId: string | null,
): boolean {
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

/** Returns the id of a session's category. */
export async function readCategoryId(
  db: Queryable,
  { category }: Pick<CoveredSession, "category">,
): Promise<string | null> {
  if (category === null) return null;
  const categories = await readCategories(db);
  return categories.find(({ name }) => name === category)?.id ?? null;
}

type DatedSession = Pick<CoveredSession, "startTime" | "locationType">;

/** Returns whether a session, whose category is given, is within the cover and the period of a pass that has begun. */
export const isWithin = (pass: Pass, session: DatedSession, categoryId: string | null): boolean =>
  pass.endsAt !== null && session.startTime < pass.endsAt && covers(pass, session, categoryId);

/** Locks a pass, which has to be that of the holder where one is named; null if it can pay for no ticket. */
export async function lockUsablePass(
  tx: Transaction,
  services: PassServices,
  { passId, holder, ...use }: Use & { passId: string; holder?: PassHolder },
): Promise<(HeldPass & PassPart) | null> {
  const isHeld = holder && whereHeldBy(holder);
  if (holder && !isHeld) return null;
  const [pass] = await lockPasses(tx, and(eq(passes.id, passId), isHeld));
  if (!pass) return null;
  const held = isCover(pass)
    ? await readCover(tx, services, pass, use)
    : { pass, left: (await readFree(tx, [pass.id], use.entryId)).get(pass.id) ?? 0 };
  if (!isUsable(held, { ...use, services, categoryId: await readCategoryId(tx, use.session) })) return null;
  return { ...held, ...partOf(held, use) };
}

/** Takes so many credits for each ticket from a locked pass, and begins its period if this is its first use. */
export async function takeCredits(
  tx: Transaction,
  services: PassServices,
  pass: Pick<Pass, "id" | "startsAt" | "months">,
  { ticketIds, creditCost }: { ticketIds: string[]; creditCost: number },
): Promise<void> {
  const createdAt = services.clock.now();
  if (!pass.startsAt) {
    await tx
      .update(passes)
      .set(beginning(pass, createdAt, services))
      .where(eq(passes.id, pass.id));
  }
  const taken = ticketIds.map((ticketId) => ({
    passId: pass.id,
    kind: "taken" as const,
    amount: -creditCost,
    ticketId,
    createdAt,
    turn: sql`(select count(*) + 1 from ${creditEntries} where ${creditEntries.ticketId} = ${ticketId})`,
  }));
  await tx.insert(creditEntries).values(taken);
}

/** Says what came back onto a pass: "1 credit is back on your pass “Ten sessions”: 8 of 10 left, until …". */
export type ReturnedCredits = string;

type Return = {
  passId: string | null;
  ticketIds: string[];
  /** Their booking was never complete, so it has not begun the period of a pass that begins with its first use. */
  isUnpaid?: boolean;
};

/**
 * Gives back what tickets have taken and not got back yet, once for each. At least the time for which the credits were
 * away remains from now on, but no more than remained when they were taken. Null if nothing was taken.
 */
export async function returnCredits(
  tx: Transaction,
  services: PassServices,
  { passId, ticketIds, isUnpaid = false }: Return,
): Promise<ReturnedCredits | null> {
  if (passId === null || ticketIds.length === 0) return null;
  const [locked] = await lockPasses(tx, eq(passes.id, passId));
  const taken = await listTaken(tx, ticketIds);
  if (!locked || taken.length === 0) return null;
  const now = services.clock.now();
  const pass = await expire(tx, services, locked);
  await tx.insert(creditEntries).values(
    taken.map(({ id, amount }) => ({
      passId,
      kind: "returned" as const,
      amount: -amount,
      takenId: id,
      createdAt: now,
    })),
  );
  const back = -taken.reduce((sum, { amount }) => sum + amount, 0);
  if (pass.membershipId) return sayReturned(tx, services, pass, back);
  if (pass.endedAt && !(await isStillPaid(tx, pass))) {
    await tx.insert(creditEntries).values({ passId, kind: "refunded", amount: -back, createdAt: now });
    return null;
  }
  // A pass that ended with the refund of its unused part goes on with these: they were not refunded.
  const after = one(
    await tx
      .update(passes)
      .set({ endedAt: null, ...(await periodAfter(tx, { pass, taken, isUnpaid, now })) })
      .where(eq(passes.id, passId))
      .returning(),
    "pass",
  );
  return sayBack(back, after, { left: await readBalance(tx, pass), timeZone: services.settings.siteTimeZone });
}

/** Says what came back to a membership, whose end no booking moves; null where nothing of it can be used. */
async function sayReturned(tx: Transaction, { settings }: PassServices, pass: Pass, back: number) {
  if (pass.endedAt) return null;
  if (isCover(pass)) return pass.weeklyLimit === null ? null : "Your membership covers another session in that week.";
  return sayBack(back, pass, { left: await readBalance(tx, pass), timeZone: settings.siteTimeZone });
}

const sayBack = (back: number, pass: Pass, held: Parameters<typeof describeBalance>[1]): ReturnedCredits =>
  `${back === 1 ? "1 credit is" : `${back} credits are`} back on your ` +
  `${pass.membershipId ? "membership" : "pass"} “${pass.title}”: ${describeBalance(pass, held)}.`;

/** Returns whether something of the price of a pass was kept, or was never to be paid. */
async function isStillPaid(tx: Transaction, { purchaseId }: Pass): Promise<boolean> {
  if (!purchaseId) return false;
  const [purchase] = await tx.select({ status: purchases.status }).from(purchases).where(eq(purchases.id, purchaseId));
  return purchase?.status === "paid" || purchase?.status === "free";
}

type ReturnedUse = { pass: Pass; taken: CreditEntry[]; isUnpaid: boolean; now: Date };

async function periodAfter(tx: Transaction, { pass, taken, isUnpaid, now }: ReturnedUse): Promise<Partial<Pass>> {
  if (isUnpaid && pass.starts === "first_use" && (await tx.$count(creditEntries, otherUse(pass, taken))) === 0) {
    return { startsAt: null, endsAt: null };
  }
  const endsAt = endAfterReturn(pass, taken, now);
  return endsAt ? { endsAt } : {};
}

const otherUse = ({ id }: Pass, taken: CreditEntry[]) =>
  and(
    eq(creditEntries.passId, id),
    eq(creditEntries.kind, "taken"),
    notInArray(
      creditEntries.id,
      taken.map((entry) => entry.id),
    ),
  );

function endAfterReturn({ endsAt }: Pass, taken: CreditEntry[], now: Date): Date | null {
  if (!endsAt) return null;
  const timesAway = taken.map(({ createdAt }) => Math.min(now.getTime(), endsAt.getTime()) - createdAt.getTime());
  const moved = new Date(now.getTime() + Math.max(0, ...timesAway));
  return moved > endsAt ? moved : null;
}

export type PassState = "usable" | "used_up" | "over" | "ended" | "frozen";

/** Returns whether a pass can be used, or why it can't. */
export function passState({ credits, endsAt, endedAt, frozenAt }: Pass, left: number, now: Date): PassState {
  if (endedAt) return "ended";
  if (frozenAt) return "frozen";
  if (endsAt && endsAt <= now) return "over";
  return credits !== null && left <= 0 ? "used_up" : "usable";
}
