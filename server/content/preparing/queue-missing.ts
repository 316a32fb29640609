import { recordingPreparations, recordings } from "@db/schema";
import { eq, isNotNull, or, sql } from "drizzle-orm";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { findFfmpeg } from "../../platform/media/find-ffmpeg";
import { lockPreparation, preparationKey, putInLine } from "./preparations";
import { sourceOf } from "./sources";
import { sweepTemporaryFolders } from "./temporary-folder";

/**
 * Queues recordings that were never prepared, as after an update, a restore or the installation of ffmpeg, and those
 * whose job was lost. Removes what killed processes have left.
 */
export async function queueMissing(services: Services): Promise<void> {
  const { db, settings } = services;
  if ((await db.$count(recordingPreparations, eq(recordingPreparations.state, "running"))) === 0) {
    await sweepTemporaryFolders(services);
  }
  if (!(await findFfmpeg(settings))) return;
  for (const id of await findMissing(services)) await queueOne(services, id);
}

async function findMissing({ db }: Services): Promise<string[]> {
  const rows = await db
    .select({ recording: recordings, preparation: recordingPreparations })
    .from(recordings)
    .leftJoin(recordingPreparations, eq(recordingPreparations.recordingId, recordings.id))
    .where(or(isNotNull(recordings.videoId), isNotNull(recordings.soundId)))
    .orderBy(recordings.createdAt, recordings.id);
  const queued = await readQueued({ db });
  const missing = rows.filter(({ recording, preparation }) => {
    if (!preparation || preparation.source !== sourceOf(recording)) return true;
    const isOpen = preparation.state === "waiting" || preparation.state === "running";
    return isOpen && !queued.has(preparationKey(recording.id));
  });
  return missing.map(({ recording }) => recording.id);
}

/** Returns the keys of jobs that wait, run or will be tried again. */
async function readQueued({ db }: Pick<Services, "db">): Promise<Set<string>> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from graphile_worker.jobs
    where task_identifier = 'prepare-recording' and key is not null and attempts < max_attempts`);
  return new Set(rows.map(({ key }) => key));
}

/** Looks again with the row locked: the instructor may be saving the recording. */
async function queueOne(services: Services, recordingId: string): Promise<void> {
  const now = services.clock.now();
  await inTransaction(services, async (tx) => {
    const [recording] = await tx.select().from(recordings).where(eq(recordings.id, recordingId));
    const source = recording && sourceOf(recording);
    const preparation = await lockPreparation(tx, recordingId);
    if (!source) return;
    const isEnded = preparation && ["ready", "failed", "cancelled"].includes(preparation.state);
    if (isEnded && preparation.source === source) return;
    await putInLine(tx, { recordingId, source, now, isBehindOthers: true });
  });
}
