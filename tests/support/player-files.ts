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

/** Returns a tone of a number of seconds as a WAV file, which every browser plays. */
export function aTone(seconds: number): Buffer {
  const rate = 8000;
  const samples = Buffer.alloc(rate * seconds);
  for (let at = 0; at < samples.length; at += 1) samples[at] = 128 + Math.round(20 * Math.sin(at / 6));
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  // 16 bytes of format: PCM, one channel, bytes per second, one byte per sample.
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
