import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { recordings } from "@db/schema";
import { prepareRecording } from "@server/catalogue/preparing/prepare-recording";
import { readVersions } from "@server/catalogue/preparing/versions";
import { preparingFolder } from "@server/platform/media/incoming";
import { createDiskStorage } from "@server/platform/media/storage";
import type { Services } from "@server/core/services";
import { mountSmallDisk } from "../../faults/support/small-disk";
import { contentOf } from "../../../support/media";
import { aQueuedRecording, preparationOf, queue, standInPrograms, versionFiles } from "../../../support/preparing";
import { fittingVideo, probeFile, sample, tone } from "../../../support/samples";
import { startS3StandIn } from "../../../support/s3-stand-in";
import { test as databaseTest } from "../../../support/database";
import { expect, startTestApp, test } from "../../../support/test-app";

const mp4 = async () => ({ content: await fittingVideo(), contentType: "video/mp4" });
const wav = async () => ({ content: await sample("wav", tone(1)), contentType: "audio/wav" });
const prepare = (services: Services, recordingId: string) =>
  prepareRecording(services, { recordingId }, new AbortController().signal);

databaseTest("prepares what is in a bucket, and keeps the versions there", async ({ db }) => {
  const s3 = await startS3StandIn();
  const { app, stop } = await startTestApp({ db, settings: { s3: s3.settings } });
  onTestFinished(async () => {
    await stop();
    await s3.stop();
  });
  const id = await aQueuedRecording(app.services, { video: await mp4() });
  await app.runJobs();
  expect(await preparationOf(app.services, id)).toMatchObject({ state: "ready" });
  const versions = await readVersions(db, id);
  expect(Object.keys(versions).sort()).toEqual(["large", "poster", "small", "sound"]);
  const { large } = versions;
  const folder = await mkdtemp(path.join(tmpdir(), "breathroom-version-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const content = await contentOf(await app.services.storage.read(large?.storageKey ?? ""));
  await writeFile(path.join(folder, "large.mp4"), content);
  expect((await probeFile(path.join(folder, "large.mp4"))).streams).toHaveLength(2);
  expect(content.length).toBe(large?.bytes);
  expect([...s3.objects.keys()].filter((key) => key.startsWith("version/"))).toHaveLength(4);
  expect(await readdir(preparingFolder(app.services.settings))).toEqual([]);
});

test("says how much room is missing on a full disk, and goes on once there is some", async ({ app }) => {
  const disk = await mountSmallDisk(100);
  if (!disk) throw new Error("This test mounts a disk: run it as root.");
  onTestFinished(() => disk.remove());
  const settings = { ...app.services.settings, dataDir: disk.folder };
  const services = { ...app.services, settings, storage: createDiskStorage(disk.folder) };
  const id = await aQueuedRecording(services, { sound: await wav() });
  await disk.fill();
  await prepare(services, id);
  const failed = await preparationOf(services, id);
  expect(failed?.state).toBe("failed");
  expect(failed?.failure).toMatch(/^The server’s disk has no room: preparing this file needs about \d+ MB, and 0 MB/);
  await disk.free();
  await app.db.update(recordings).set({ posterSecond: 1 });
  await queue(services, id);
  await prepare(services, id);
  expect(await preparationOf(services, id)).toMatchObject({ state: "ready", failure: null });
});

test.for([
  [
    "the disk fills up meanwhile",
    'echo "av_interleaved_write_frame(): No space left on device" >&2; exit 1',
    "disk is full",
  ],
  ["the system ends it", "kill -9 $$", "short of memory"],
  ["it fails", 'echo "Conversion failed!" >&2; exit 1', "export it again"],
] as const)("says what to do when %s", async ([, script, sentence], { app }) => {
  const file = await standInPrograms({ ffmpeg: script });
  const id = await aQueuedRecording(app.services, { sound: await wav() });
  const settings = { ...app.services.settings, ffmpeg: { ...app.services.settings.ffmpeg, file } };
  await prepare({ ...app.services, settings }, id);
  expect(await preparationOf(app.services, id)).toMatchObject({
    state: "failed",
    failure: expect.stringContaining(sentence) as string,
  });
  expect(await versionFiles(app.services)).toEqual({ rows: [], stored: [] });
});

test("gives the programs nothing of the site's environment", async ({ app, databaseUrl }) => {
  process.env.BREATHROOM_TEST_SECRET = databaseUrl;
  onTestFinished(() => void delete process.env.BREATHROOM_TEST_SECRET);
  const file = await standInPrograms({ ffprobe: "env >&2; exit 1" });
  const id = await aQueuedRecording(app.services, { sound: await wav() });
  const said: string[] = [];
  const log = {
    ...app.services.log,
    warn: (details: unknown) => void said.push(String((details as { err: Error }).err.cause)),
  };
  const settings = { ...app.services.settings, ffmpeg: { ...app.services.settings.ffmpeg, file } };
  await prepare({ ...app.services, settings, log }, id);
  expect(said.join()).toContain("PATH=");
  expect(said.join()).not.toContain("BREATHROOM_TEST_SECRET");
});

test("tries again what failed for a reason of the server's own", async ({ app }) => {
  const id = await aQueuedRecording(app.services, { sound: await wav() });
  let isDown = true;
  const save: Services["storage"]["save"] = async (key, place) => {
    if (isDown) throw new Error("the store is down");
    await app.services.storage.save(key, place);
  };
  const services = { ...app.services, storage: { ...app.services.storage, save } };
  await prepare(services, id);
  expect(await preparationOf(services, id)).toMatchObject({ state: "waiting", failure: null });
  isDown = false;
  await app.runJobs("prepare-recording");
  expect(await preparationOf(services, id)).toMatchObject({ state: "ready" });
});
