import { recordingPreparations, recordings } from "@db/schema";
import { and, eq } from "drizzle-orm";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { discardEarlier } from "./made-versions";
import { endPreparation, enqueuePreparation, lockPreparation } from "./preparations";
import { sourceOf } from "./sources";

/** A preparation that this process has begun. It ends when the row says something else. */
export type Claim = { recording: typeof recordings.$inferSelect; source: string };

/** Begins a preparation that waits, or that a killed process has left; null if there is none. */
export async function claimPreparation(services: Services, recordingId: string): Promise<Claim | null> {
  const now = services.clock.now();
  return inTransaction(services, async (tx) => {
    const preparation = await lockPreparation(tx, recordingId);
    if (preparation?.state !== "waiting" && preparation?.state !== "running") return null;
    const [recording] = await tx.select().from(recordings).where(eq(recordings.id, recordingId));
    if (!recording || sourceOf(recording) !== preparation.source) return null;
    await tx
      .update(recordingPreparations)
      .set({ state: "running", percent: 0, updatedAt: now })
      .where(eq(recordingPreparations.recordingId, recordingId));
    return { recording, source: preparation.source };
  });
}

/** A preparation was cancelled, or its recording has another file now or is gone. */
export class NotWantedError extends Error {
  override name = "NotWantedError";

  constructor() {
    super("the preparation is not wanted any more");
  }
}

const isOurs = ({ recording, source }: Claim) =>
  and(
    eq(recordingPreparations.recordingId, recording.id),
    eq(recordingPreparations.state, "running"),
    eq(recordingPreparations.source, source),
  );

/** Writes how far a preparation is. Returns whether it is still wanted: not cancelled, and of no other file. */
export async function reportProgress({ db, clock }: Services, claim: Claim, percent: number): Promise<boolean> {
  const rows = await db
    .update(recordingPreparations)
    .set({ percent, updatedAt: clock.now() })
    .where(isOurs(claim))
    .returning({ recordingId: recordingPreparations.recordingId });
  return rows.length > 0;
}

/** Returns whether a preparation is still wanted. */
export async function isWanted({ db }: Services, claim: Claim): Promise<boolean> {
  return (await db.$count(recordingPreparations, isOurs(claim))) > 0;
}

/** Ends a preparation that can't be carried out, with a sentence for the instructor. */
export async function failPreparation(services: Services, claim: Claim, failure: string): Promise<void> {
  await inTransaction(services, async (tx) => {
    await lockPreparation(tx, claim.recording.id);
    if ((await tx.$count(recordingPreparations, isOurs(claim))) === 0) return;
    await endPreparation(tx, services, { recordingId: claim.recording.id, state: "failed", failure });
  });
}

type Later = { attempt: number; runAt?: Date };

/** Puts a preparation back into the line: the process stops, or something failed that may work later. */
export async function returnPreparation(services: Services, claim: Claim, { attempt, ...terms }: Later): Promise<void> {
  const recordingId = claim.recording.id;
  await inTransaction(services, async (tx) => {
    await lockPreparation(tx, recordingId);
    const updatedAt = services.clock.now();
    const returned = { state: "waiting", percent: 0, updatedAt } as const;
    const rows = await tx.update(recordingPreparations).set(returned).where(isOurs(claim)).returning();
    if (rows.length > 0) await enqueuePreparation(tx, { recordingId, attempt }, terms);
  });
}

/** Forgets a preparation where there is no ffmpeg: the originals play, and it is queued once there is one. */
export async function forgetPreparation(services: Services, recordingId: string): Promise<void> {
  await inTransaction(services, async (tx) => {
    const preparation = await lockPreparation(tx, recordingId);
    if (preparation?.state !== "waiting" && preparation?.state !== "running") return;
    await tx.delete(recordingPreparations).where(eq(recordingPreparations.recordingId, recordingId));
    await discardEarlier(tx, services.clock.now(), recordingId);
  });
}
