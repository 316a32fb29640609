import type { Transaction } from "@db/client";
import { creditEntries, type Pass, passes, type purchases } from "@db/schema";
import { and, desc, eq } from "drizzle-orm";
import type { Services } from "../../core/services";
import { requirePresent } from "../../core/errors";
import { readTerms } from "./agreed-terms";
import { readBalance } from "./balance";
import { lockPasses } from "./lock";
import { endOfPass } from "./period";

type Purchase = typeof purchases.$inferSelect;
type PassServices = Pick<Services, "clock" | "settings">;

/**
 * Gives the pass of a locked purchase that is paid or given: once, however often it is called. One that had ended
 * with a refund that came back is opened again.
 */
export async function openPass(tx: Transaction, services: PassServices, purchase: Purchase): Promise<void> {
  const now = services.clock.now();
  const terms = purchase.passTerms ?? (await readTerms(tx, { id: purchase.productId, kind: "pass" }));
  const { credits, months, starts, cover, categoryIds, placeLimit = null } = requirePresent(terms, "terms of a pass");
  const [made] = await tx
    .insert(passes)
    .values({
      purchaseId: purchase.id,
      productId: purchase.productId,
      userId: purchase.userId,
      email: purchase.customerEmail,
      title: purchase.productTitle,
      credits,
      months,
      starts,
      cover,
      categoryIds,
      placeLimit,
      priceMinor: purchase.status === "paid" ? purchase.totalMinor : 0,
      currency: purchase.currency,
      ...(starts === "purchase" && beginning({ months }, now, services)),
      createdAt: now,
    })
    .onConflictDoNothing({ target: passes.purchaseId })
    .returning();
  if (!made) return reopen(tx, now, purchase);
  if (made.credits === null) return;
  await tx.insert(creditEntries).values({ passId: made.id, kind: "granted", amount: made.credits, createdAt: now });
}

/** Returns the columns of a pass whose period begins now. */
export const beginning = (terms: Pick<Pass, "months">, startsAt: Date, { settings }: Pick<Services, "settings">) => ({
  startsAt,
  endsAt: endOfPass(terms, startsAt, settings.siteTimeZone),
});

/** Locks the pass of a purchase, which is locked; null if it is none of a pass, or was never paid. */
export async function lockPassOf(tx: Transaction, { id }: Pick<Purchase, "id">): Promise<Pass | null> {
  return (await lockPasses(tx, eq(passes.purchaseId, id)))[0] ?? null;
}

/** Ends the pass of a locked purchase that was refunded, taken back or removed: what is left of it is gone. Returns whether it has ended now. */
export async function endPass(tx: Transaction, { clock }: Pick<Services, "clock">, purchase: Pick<Purchase, "id">) {
  const pass = await lockPassOf(tx, purchase);
  if (!pass || pass.endedAt) return false;
  const now = clock.now();
  await tx.update(passes).set({ endedAt: now }).where(eq(passes.id, pass.id));
  const left = pass.credits === null ? 0 : await readBalance(tx, pass);
  const entry = { passId: pass.id, kind: "refunded" as const, amount: -left, createdAt: now };
  if (left !== 0) await tx.insert(creditEntries).values(entry);
  return true;
}

async function reopen(tx: Transaction, now: Date, purchase: Purchase): Promise<void> {
  const pass = await lockPassOf(tx, purchase);
  if (!pass?.endedAt) return;
  // One that was given and cancelled may have been paid for since, and an account may have confirmed the holder's address.
  const price = purchase.status === "paid" && pass.priceMinor === 0 && { priceMinor: purchase.totalMinor };
  await tx
    .update(passes)
    .set({ endedAt: null, userId: purchase.userId, ...price })
    .where(eq(passes.id, pass.id));
  const isRefunded = and(eq(creditEntries.passId, pass.id), eq(creditEntries.kind, "refunded"));
  const [gone] = await tx
    .select()
    .from(creditEntries)
    .where(isRefunded)
    .orderBy(desc(creditEntries.createdAt))
    .limit(1);
  if (!gone) return;
  await tx.insert(creditEntries).values({
    passId: pass.id,
    kind: "adjusted",
    amount: -gone.amount,
    createdAt: now,
    reason: "The refund came back, so the pass is open again.",
  });
}

/** Gives the pass of a guest's purchase to the account that has confirmed its address. */
export const assignPass = (tx: Transaction, { id }: Pick<Purchase, "id">, account: { id: string }) =>
  tx.update(passes).set({ userId: account.id }).where(eq(passes.purchaseId, id));
