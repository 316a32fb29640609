import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { onTestFinished } from "vitest";
import { mediaFiles, recordingPreparations, recordings } from "@db/schema";
import { queuePreparation } from "@server/catalogue/preparing/preparations";
import { readVersions, type VersionName } from "@server/catalogue/preparing/versions";
import type { Services } from "@server/core/services";
import type { MediaFile } from "@server/platform/media/media-kinds";
import { aFile } from "./media";
import { productIds } from "./products";
import { type ProbedFile, probeFile } from "./samples";

type SampleFile = { content: Buffer; contentType: string };

type Sources = {
  video?: SampleFile;
  sound?: SampleFile;
  values?: Partial<typeof recordings.$inferInsert>;
};

/** Adds a recording with these files, and queues its preparation. */
export async function aQueuedRecording(services: Services, { video, sound, values }: Sources): Promise<string> {
  const keep = (kind: "video" | "sound", file: SampleFile | undefined) =>
    file && aFile(services, kind, file.content, { contentType: file.contentType });
  const [videoFile, soundFile] = [await keep("video", video), await keep("sound", sound)];
  const id = randomUUID();
  const files = { videoId: videoFile?.id ?? null, soundId: soundFile?.id ?? null, posterSecond: video ? 0 : null };
  await services.db
    .insert(recordings)
    .values({ id, productId: productIds.birth, title: "Arriving", ...files, ...values });
  await queue(services, id);
  return id;
}

export const queue = (services: Services, id: string): Promise<void> =>
  services.db.transaction((tx) => queuePreparation(tx, services, id));

/** Gives a recording another video, as its form does. */
export async function replaceVideo(
  services: Services,
  id: string,
  { content, contentType }: SampleFile,
): Promise<void> {
  const { id: videoId } = await aFile(services, "video", content, { contentType });
  await services.db.update(recordings).set({ videoId }).where(eq(recordings.id, id));
  await queue(services, id);
}

export async function preparationOf({ db }: Pick<Services, "db">, id: string) {
  const [row] = await db.select().from(recordingPreparations).where(eq(recordingPreparations.recordingId, id));
  return row;
}

export type ProbedVersion = ProbedFile & { file: MediaFile; path: string };

/** Returns the versions of a recording, with what ffprobe says of each. */
export async function probeVersions(
  { db, storage }: Services,
  id: string,
): Promise<Partial<Record<VersionName, ProbedVersion>>> {
  const versions = Object.entries(await readVersions(db, id));
  const probed = versions.map(async ([name, file]) => {
    const place = storage.pathOf?.(file.storageKey) ?? "";
    return [name, { file, path: place, ...(await probeFile(place)) }] as const;
  });
  return Object.fromEntries(await Promise.all(probed));
}

/** Returns the version files that have a row, and those that the storage has. */
export async function versionFiles({
  db,
  storage,
}: Pick<Services, "db" | "storage">): Promise<{ rows: string[]; stored: string[] }> {
  const rows = await db.select().from(mediaFiles).where(eq(mediaFiles.kind, "version"));
  const folder = storage.pathOf?.("version/x.mp4").replace(/x\.mp4$/, "") ?? "";
  const stored = await readdir(folder).catch(() => []);
  return {
    rows: rows.map(({ storageKey }) => storageKey).sort(),
    stored: stored.map((name) => `version/${name}`).sort(),
  };
}

/** Programs in place of ffmpeg and ffprobe: shell scripts, or the real ones where none is given. */
export async function standInPrograms(scripts: { ffmpeg?: string; ffprobe?: string }): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "breathroom-programs-"));
  for (const name of ["ffmpeg", "ffprobe"] as const) {
    const script = scripts[name] ?? `exec ${name} "$@"`;
    await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, "ffmpeg");
}

/** Returns the command lines of running programs that name a folder. */
export async function processesIn(folder: string): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
  return lines.filter((line) => line.includes(folder)).map((line) => line.replaceAll("\0", " "));
}
