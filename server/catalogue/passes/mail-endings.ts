import type { Queryable } from "@db/client";
import { creditEntries, outboxEmails, passes } from "@db/schema";
import { and, asc, eq, exists, gt, isNull, lte, notExists, or, type SQL, sql, sum } from "drizzle-orm";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { readBalance } from "./balance";
import { lockPasses } from "./lock";
import { endingKey, mailEnding } from "./mail-passes";

const dayMs = 24 * 3_600_000;
const noticeDays = 14;

/** Tells holders, two weeks before, that a pass ends on which something is left. Safe to repeat. */
export async function mailEndings(services: Services): Promise<void> {
  const { db, log } = services;
  const due = await db
    .select({ id: passes.id })
    .from(passes)
    .where(isDue(services))
    .orderBy(asc(passes.endsAt), asc(passes.id));
  for (const { id } of due) {
    await mailOne(services, id).catch((error: unknown) =>
      log.error({ err: error, passId: id }, "end of a pass not mailed; the next run tries again"),
    );
  }
}

/** Looks again under the lock: meanwhile the pass may have been refunded, used up or extended. */
function mailOne(services: Services, id: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const [pass] = await lockPasses(tx, and(eq(passes.id, id), isDue({ ...services, db: tx })));
    if (!pass?.endsAt) return;
    await mailEnding(tx, services, { id, endsAt: pass.endsAt, left: await readBalance(tx, pass) });
  });
}

/** Leaves out passes that were not yet valid two weeks before their end, and those whose holder knows the end. */
function isDue({ db, clock }: { db: Queryable; clock: Services["clock"] }): SQL | undefined {
  const now = clock.now();
  const { endsAt, startsAt, endedAt, frozenAt, credits, purchaseId } = passes;
  return and(
    gt(endsAt, now),
    lte(endsAt, new Date(now.getTime() + noticeDays * dayMs)),
    sql`${startsAt} <= ${endsAt} - make_interval(days => ${noticeDays}::int)`,
    isNull(endedAt),
    isNull(frozenAt),
    isNull(passes.membershipId),
    or(isNull(credits), exists(balanceLeft(db))),
    notExists(
      db
        .select({ one: sql`1` })
        .from(outboxEmails)
        .where(
          eq(
            outboxEmails.dedupeKey,
            sql`${endingKey} || ${purchaseId}::text || ':' || floor(extract(epoch from ${endsAt}))::bigint::text`,
          ),
        ),
    ),
  );
}

const balanceLeft = (db: Queryable) =>
  db
    .select({ one: sql`1` })
    .from(creditEntries)
    .where(eq(creditEntries.passId, passes.id))
    .having(gt(sum(creditEntries.amount), "0"));
