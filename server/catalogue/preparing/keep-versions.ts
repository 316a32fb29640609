import { randomUUID } from "node:crypto";
import { recordingPreparations, recordings, versionNames } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { announceFile, confirmFile, dropAnnounced } from "../../platform/media/keep-file";
import { extensionsOf } from "../../platform/media/media-kinds";
import { type Claim, NotWantedError } from "./claims";
import type { VersionDraft } from "./make-versions";
import { lockPreparation } from "./preparations";
import { originalNameOf } from "./sources";
import { replaceVersions, type VersionName } from "./versions";

type StoredVersion = { name: VersionName; fileId: string };

type MadeVersions = {
  drafts: VersionDraft[];
  /** Versions that were there before and are right. */
  kept: VersionName[];
  /** The measured length; null keeps the typed one. */
  seconds: number | null;
  signal: AbortSignal;
};

/**
 * Stores what was made and lets the recording switch to it, all at once. A crash leaves nothing but announced files, which
 * the sweep removes. Throws a NotWantedError, or the signal's reason.
 */
export async function keepVersions(services: Services, claim: Claim, made: MadeVersions): Promise<void> {
  const stored: StoredVersion[] = [];
  try {
    for (const draft of made.drafts) {
      made.signal.throwIfAborted();
      stored.push(await store(services, claim, draft));
    }
    made.signal.throwIfAborted();
    await switchTo(services, claim, { ...made, stored });
  } catch (error) {
    await drop(services, stored);
    throw error;
  }
}

async function store(services: Services, { recording }: Claim, draft: VersionDraft): Promise<StoredVersion> {
  const { name, contentType, bytes } = draft;
  const id = randomUUID();
  const storageKey = `version/${id}.${extensionsOf.version[contentType] ?? ""}`;
  const originalName = originalNameOf(name, recording);
  await announceFile(services, { id, kind: "version", originalName, storageKey, contentType, bytes });
  await services.storage.save(storageKey, draft.path);
  return { name, fileId: id };
}

const drop = ({ db, clock }: Services, stored: StoredVersion[]): Promise<void> =>
  inTransaction({ db }, (tx) =>
    dropAnnounced(
      tx,
      clock.now(),
      stored.map(({ fileId }) => fileId),
    ),
  );

async function switchTo(
  services: Services,
  { recording, source }: Claim,
  { stored, kept, seconds }: MadeVersions & { stored: StoredVersion[] },
): Promise<void> {
  const now = services.clock.now();
  const isOfRecording = eq(recordingPreparations.recordingId, recording.id);
  await inTransaction(services, async (tx) => {
    // The recording first, as saving its form locks them.
    if (seconds !== null) {
      const durationSeconds = Math.max(1, Math.round(seconds));
      await tx.update(recordings).set({ durationSeconds }).where(eq(recordings.id, recording.id));
    }
    const preparation = await lockPreparation(tx, recording.id);
    if (preparation?.state !== "running" || preparation.source !== source) throw new NotWantedError();
    for (const { fileId } of stored) {
      if (!(await confirmFile(tx, now, fileId))) throw new Error("a version was swept before it was used");
    }
    const gone = versionNames.filter((name) => !kept.includes(name));
    await replaceVersions(tx, now, { recordingId: recording.id, made: stored, gone });
    const ready = { state: "ready", percent: 100, failure: null, updatedAt: now } as const;
    await tx.update(recordingPreparations).set(ready).where(isOfRecording);
  });
}
