import type { Database } from "@db/client";
import { recordingCaptions, recordingVersions } from "@db/schema";
import type { Storage } from "@server/core/services";
import { createDiskStorage } from "@server/platform/media/storage";
import { aFile } from "./media";

/** The files of a built site that is started without a folder of its own. */
export const builtSiteStorage = (): Storage => createDiskStorage(".data");

type FileServices = { db: Database; storage: Storage };
type VersionName = (typeof recordingVersions.$inferInsert)["name"];

/** Gives a recording a version, as if it had been prepared. */
export async function aVersion(
  services: FileServices,
  recordingId: string,
  name: VersionName,
  content?: Buffer,
  contentType = "video/mp4",
) {
  const file = await aFile(services, "version", content, { contentType });
  await services.db.insert(recordingVersions).values({ recordingId, name, fileId: file.id });
  return file;
}

/** Gives a recording captions, of ten seconds each. */
export async function someCaptions(services: FileServices, recordingId: string, language: string, lines: string[]) {
  const cues = lines.map((line, index) => `00:00:${index}0.000 --> 00:00:${index}9.000\n${line}\n`);
  const file = await aFile(services, "captions", `WEBVTT\n\n${cues.join("\n")}`);
  await services.db
    .insert(recordingCaptions)
    .values({ recordingId, language, fileId: file.id, spoken: lines.join("\n") });
  return file;
}
