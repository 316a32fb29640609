import type { Queryable, Transaction } from "@db/client";
import { recordings, versionNames } from "@db/schema";
import { eq } from "drizzle-orm";
import { originalNameOf, possibleVersions, type RecordingSources } from "./sources";
import { discardVersions, readVersions, type VersionName } from "./versions";

/** Returns the versions that are there and made of the files that the recording has now. */
export async function findMade(db: Queryable, recording: RecordingSources & { id: string }): Promise<VersionName[]> {
  const versions = await readVersions(db, recording.id);
  const isMade = (name: VersionName) => versions[name]?.originalName === originalNameOf(name, recording);
  return possibleVersions(recording).filter(isMade);
}

/** Removes versions that were made of other files than the recording has now. */
export async function discardEarlier(tx: Transaction, now: Date, recordingId: string): Promise<void> {
  const [recording] = await tx.select().from(recordings).where(eq(recordings.id, recordingId));
  if (!recording) return;
  const made = await findMade(tx, recording);
  const earlier = versionNames.filter((name) => !made.includes(name));
  await discardVersions(tx, now, recordingId, earlier);
}
