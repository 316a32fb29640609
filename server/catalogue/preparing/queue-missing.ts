import { recordingPreparations, recordings } from "@db/schema";
import { eq, isNotNull, or, sql } from "drizzle-orm";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { findFfmpeg } from "../../platform/media/find-ffmpeg";
import { serverStopped } from "./make-versions";
import { endPreparation, lockPreparation, preparationKey, putInLine } from "./preparations";
import { sourceOf } from "./sources";
import { sweepTemporaryFolders } from "./temporary-folder";

/**
 * Queues recordings that were never prepared, as after an update, a restore or the installation of ffmpeg, and those
 * whose job was lost. One that has ended its process each time it was tried has failed.
 */
export async function queueMissing(services: Services): Promise<void> {
  // Without ffmpeg nothing is prepared here, and what is there was left by killed processes.
  if (!(await findFfmpeg(services.settings))) return void (await sweepTemporaryFolders(services));
  const jobs = await readJobs(services);
  for (const { id, isOpen, isNew } of await readStates(services)) {
    const job = jobs.get(preparationKey(id));
    if (isNew || (isOpen && !job)) await queueOne(services, id);
    else if (isOpen && job?.isExhausted) await failOne(services, id);
  }
}

type RecordingState = {
  id: string;
  /** Whether the files that it has now were never prepared. */
  isNew: boolean;
  /** Whether it waits or runs. */
  isOpen: boolean;
};

async function readStates({ db }: Services): Promise<RecordingState[]> {
  const rows = await db
    .select({ recording: recordings, preparation: recordingPreparations })
    .from(recordings)
    .leftJoin(recordingPreparations, eq(recordingPreparations.recordingId, recordings.id))
    .where(or(isNotNull(recordings.videoId), isNotNull(recordings.soundId)))
    .orderBy(recordings.createdAt, recordings.id);
  return rows.map(({ recording, preparation }) => ({
    id: recording.id,
    isNew: preparation?.source !== sourceOf(recording),
    isOpen: preparation?.state === "waiting" || preparation?.state === "running",
  }));
}

/** Returns the jobs that wait, run or will not be tried again, by their keys. */
async function readJobs({ db }: Pick<Services, "db">): Promise<Map<string, { isExhausted: boolean }>> {
  const { rows } = await db.execute<{ key: string; isExhausted: boolean }>(sql`
    select key, attempts >= max_attempts and locked_at is null as "isExhausted" from graphile_worker.jobs
    where task_identifier = 'prepare-recording' and key is not null`);
  return new Map(rows.map(({ key, isExhausted }) => [key, { isExhausted }]));
}

async function failOne(services: Services, recordingId: string): Promise<void> {
  await inTransaction(services, async (tx) => {
    const preparation = await lockPreparation(tx, recordingId);
    if (preparation?.state !== "waiting" && preparation?.state !== "running") return;
    await endPreparation(tx, services, { recordingId, state: "failed", failure: serverStopped });
  });
}

/** Looks again with the preparation locked: the instructor may have saved the recording meanwhile. */
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
