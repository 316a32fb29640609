import type { Queryable, Transaction } from "@db/client";
import { recordingPreparations, recordings } from "@db/schema";
import { eq, inArray } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { audit } from "../../core/record-audit";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { enqueueJob } from "../../platform/jobs/enqueue-job";
import { discardEarlier } from "./made-versions";
import { sourceOf } from "./sources";
import { discardVersions } from "./versions";

type Preparation = typeof recordingPreparations.$inferSelect;
type PreparationState = Pick<Preparation, "state" | "percent" | "failure">;

/**
 * Queues the making of a recording's versions, in the transaction that has changed its files. The versions of an earlier file
 * stay until those of the new one are ready. Does nothing if they are ready or under way.
 */
export async function queuePreparation(
  tx: Transaction,
  { clock }: Pick<Services, "clock">,
  recordingId: string,
): Promise<void> {
  const [recording] = await tx.select().from(recordings).where(eq(recordings.id, recordingId));
  const source = recording && sourceOf(recording);
  const before = await lockPreparation(tx, recordingId);
  if (!source) {
    await tx.delete(recordingPreparations).where(eq(recordingPreparations.recordingId, recordingId));
    return discardVersions(tx, clock.now(), recordingId);
  }
  if (before?.source !== source) await putInLine(tx, { recordingId, source, now: clock.now() });
}

type Place = { recordingId: string; source: string; now: Date; isBehindOthers?: boolean };

/** Queues a recording. `isBehindOthers` lets what the instructor has just uploaded go first. */
export async function putInLine(
  tx: Queryable,
  { recordingId, source, now, isBehindOthers = false }: Place,
): Promise<void> {
  const waiting = { state: "waiting", source, percent: 0, failure: null, updatedAt: now } as const;
  await tx
    .insert(recordingPreparations)
    .values({ recordingId, ...waiting })
    .onConflictDoUpdate({ target: recordingPreparations.recordingId, set: waiting });
  await enqueuePreparation(tx, { recordingId }, { priority: isBehindOthers ? 10 : 0 });
}

type JobTerms = { priority?: number; runAt?: Date };

/** Jobs of this queue run one after the other, so that preparing takes one processor's time at most. */
export async function enqueuePreparation(
  tx: Queryable,
  payload: { recordingId: string; attempt?: number },
  terms: JobTerms = {},
): Promise<void> {
  const jobKey = preparationKey(payload.recordingId);
  await enqueueJob(tx, "prepare-recording", payload, { ...terms, jobKey, queue: "prepare-recording", maxAttempts: 5 });
}

export const preparationKey = (recordingId: string): string => `prepare-recording:${recordingId}`;

/** Stops a preparation that waits or runs; the original plays then. Throws not_found, closed. */
export async function cancelPreparation(ctx: MemberContext, recordingId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const preparation = await lockPreparation(tx, recordingId);
    if (!preparation) throw notFound();
    if (preparation.state === "cancelled") return;
    if (!isUnderWay(preparation)) throw new DomainError("closed", "This recording is not being prepared any more.");
    await endPreparation(tx, ctx, { recordingId, state: "cancelled" });
    await audit(tx, ctx, "recording.preparation_cancelled", recordingId);
  });
}

/** Starts again what has failed or was cancelled. Throws not_found. */
export async function restartPreparation(ctx: MemberContext, recordingId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [recording] = await tx.select().from(recordings).where(eq(recordings.id, recordingId));
    const source = recording && sourceOf(recording);
    if (!source) throw notFound();
    const preparation = await lockPreparation(tx, recordingId);
    if (preparation && ["waiting", "running", "ready"].includes(preparation.state)) return;
    await putInLine(tx, { recordingId, source, now: ctx.clock.now() });
    await audit(tx, ctx, "recording.preparation_started", recordingId);
  });
}

const notFound = () => new DomainError("not_found", "Recording Not Found");

const isUnderWay = ({ state }: Preparation) => state === "waiting" || state === "running";

/** Returns how far the versions of recordings are. Those that were never prepared are left out. */
export async function readPreparations(db: Queryable, ids: string[]): Promise<Map<string, PreparationState>> {
  if (ids.length === 0) return new Map();
  const { recordingId, state, percent, failure } = recordingPreparations;
  const rows = await db
    .select({ recordingId, state, percent, failure })
    .from(recordingPreparations)
    .where(inArray(recordingId, ids));
  return new Map(rows.map(({ recordingId: id, ...preparation }) => [id, preparation]));
}

/** Locks a preparation. Where the table of recordings is locked as well, as by saving a form, it comes first. */
export async function lockPreparation(tx: Transaction, recordingId: string): Promise<Preparation | undefined> {
  const isOfRecording = eq(recordingPreparations.recordingId, recordingId);
  const [preparation] = await tx.select().from(recordingPreparations).where(isOfRecording).for("update");
  return preparation;
}

type Ending = { recordingId: string; state: "failed" | "cancelled"; failure?: string };

/** Ends a preparation that is locked. Versions of an earlier file go, so that the new original plays. */
export async function endPreparation(
  tx: Transaction,
  { clock }: Pick<Services, "clock">,
  { recordingId, state, failure }: Ending,
): Promise<void> {
  const now = clock.now();
  await tx
    .update(recordingPreparations)
    .set({ state, failure: failure ?? null, updatedAt: now })
    .where(eq(recordingPreparations.recordingId, recordingId));
  await discardEarlier(tx, now, recordingId);
}
