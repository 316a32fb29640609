import type { Queryable, Transaction } from "@db/client";
import { recordingPreparations } from "@db/schema";
import { and, eq, inArray } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { audit } from "../../core/record-audit";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";

type Row = typeof recordingPreparations.$inferSelect;
type PreparationState = Pick<Row, "state" | "percent" | "failure">;

/** Has a recording's versions made. */
export async function queuePreparation(
  tx: Transaction,
  { clock }: Pick<Services, "clock">,
  recordingId: string,
): Promise<void> {
  const values = { state: "waiting", source: "", percent: 0, failure: null, updatedAt: clock.now() } as const;
  await tx
    .insert(recordingPreparations)
    .values({ recordingId, ...values })
    .onConflictDoUpdate({ target: recordingPreparations.recordingId, set: values });
}

/** Stops what waits or runs. */
export async function cancelPreparation(ctx: MemberContext, recordingId: string): Promise<void> {
  const isOpen = and(
    eq(recordingPreparations.recordingId, recordingId),
    inArray(recordingPreparations.state, ["waiting", "running"]),
  );
  await inTransaction(ctx, async (tx) => {
    await tx.update(recordingPreparations).set({ state: "cancelled", updatedAt: ctx.clock.now() }).where(isOpen);
    await audit(tx, ctx, "recording.preparation_cancelled", recordingId);
  });
}

/** Starts again what has failed or was cancelled. */
export async function restartPreparation(ctx: MemberContext, recordingId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await queuePreparation(tx, ctx, recordingId);
    await audit(tx, ctx, "recording.preparation_started", recordingId);
  });
}

/** Returns how far recordings are, by their ids. */
export async function readPreparations(db: Queryable, ids: string[]): Promise<Map<string, PreparationState>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(recordingPreparations).where(inArray(recordingPreparations.recordingId, ids));
  return new Map(rows.map(({ recordingId, state, percent, failure }) => [recordingId, { state, percent, failure }]));
}
