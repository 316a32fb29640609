import type { Transaction } from "@db/client";
import { creditEntries, type Pass, passes } from "@db/schema";
import { and, eq, exists, gt, isNotNull, isNull, lte, sql, sum } from "drizzle-orm";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { readBalance } from "./balance";
import { lockPasses } from "./lock";

/** Writes off what was not used until the end of its pass. Safe to repeat. */
export async function expirePasses(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const balance = db
    .select({ one: sql`1` })
    .from(creditEntries)
    .where(eq(creditEntries.passId, passes.id))
    .having(gt(sum(creditEntries.amount), "0"));
  const isDue = and(
    lte(passes.endsAt, clock.now()),
    isNull(passes.endedAt),
    isNotNull(passes.credits),
    isNull(passes.membershipId),
    exists(balance),
  );
  const due = await db.select({ id: passes.id }).from(passes).where(isDue);
  for (const { id } of due) {
    await inTransaction(services, async (tx) => {
      const [pass] = await lockPasses(tx, eq(passes.id, id));
      if (pass) await expire(tx, services, pass);
    }).catch((error: unknown) => log.error({ err: error, passId: id }, "pass not expired; the next run tries again"));
  }
}

/** Writes off what is left on a locked pass if its end has passed. What a membership grants is written off with it. */
export async function expire(tx: Transaction, { clock }: Pick<Services, "clock">, pass: Pass): Promise<Pass> {
  const now = clock.now();
  if (pass.credits === null || pass.membershipId || !pass.endsAt || pass.endsAt > now || pass.endedAt) return pass;
  const left = await readBalance(tx, pass);
  if (left <= 0) return pass;
  const createdAt = now;
  await tx.insert(creditEntries).values({ passId: pass.id, kind: "expired", amount: -left, createdAt });
  return pass;
}
