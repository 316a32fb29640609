import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { onTestFinished, vi } from "vitest";
import { liveSessions, mediaFiles, recordings } from "@db/schema";
import {
  discardFiles,
  keepIncomingSwept,
  removeFile,
  requireFile,
  sweepMedia,
} from "@server/platform/media/media-files";
import { incomingFolder } from "@server/platform/media/incoming";
import { imagePath } from "@server/platform/media/media-kinds";
import type { Storage } from "@server/core/services";
import { aFile, aRecordingWithFiles, aVersionOf } from "../../../support/media";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";
import { productIds, setCollection } from "../../../support/products";

const shelf = ({ db, services: { storage } }: TestApp) => ({ db, storage });
const isStored = async (app: TestApp, key: string) => (await app.services.storage.stat(key)) !== null;
const rowIds = async ({ db }: TestApp) => (await db.select({ id: mediaFiles.id }).from(mediaFiles)).map(({ id }) => id);
const day = 24 * 60;

test("deletes rows and files unused for a day, and keeps used ones", async ({ app }) => {
  const at = { createdAt: app.clock.now() };
  const forgotten = await aFile(shelf(app), "video", "forgotten", at);
  const thumbnail = await aFile(shelf(app), "image", "thumbnail", at);
  await aSession(app.db, { thumbnailUrl: imagePath(thumbnail) });
  const soundId = (await aFile(shelf(app), "sound")).id;
  const recording = await aRecordingWithFiles(shelf(app), { soundId });
  const { fileId: captionsId } = (await app.db.query.recordingCaptions.findFirst())!;
  const version = await aVersionOf(shelf(app), recording.id, "small");
  const { id: pictureId } = await aFile(shelf(app), "image");
  await setCollection(app.db, "birth", { pictureId });
  await app.db.update(mediaFiles).set(at);

  app.clock.moveBy(day - 1);
  await sweepMedia(app.services);
  expect(await rowIds(app)).toHaveLength(8);
  app.clock.moveBy(2);
  await sweepMedia(app.services);
  const kept = [thumbnail.id, recording.videoId, recording.posterId, soundId, captionsId, version.id, pictureId];
  expect((await rowIds(app)).sort()).toEqual(kept.sort());
  expect([await isStored(app, forgotten.storageKey), await isStored(app, thumbnail.storageKey)]).toEqual([false, true]);

  await app.db.update(liveSessions).set({ thumbnailUrl: null });
  await sweepMedia(app.services);
  expect(await isStored(app, thumbnail.storageKey)).toBe(false);
});

test("deletes an abandoned upload after a day", async ({ app }) => {
  const folder = incomingFolder(app.services.settings);
  await mkdir(folder, { recursive: true });
  const old = new Date(app.clock.now().getTime() - (day + 1) * 60_000);
  for (const name of ["old", "old.json", "old.vtt", "young", "young.json", "announced.json"]) {
    await writeFile(path.join(folder, name), "x");
    if (!name.startsWith("young")) await utimes(path.join(folder, name), old, old);
  }
  await sweepMedia(app.services);
  expect((await readdir(folder)).sort()).toEqual(["young", "young.json"]);
});

test("deletes a deleted recording's files by a job", async ({ app }) => {
  const recording = await aRecordingWithFiles(shelf(app));
  const { fileId: captionsId } = (await app.db.query.recordingCaptions.findFirst())!;
  const files = await app.db.select().from(mediaFiles);
  const remove = (isCommitted: boolean) =>
    app.db.transaction(async (tx) => {
      await tx.delete(recordings).where(eq(recordings.id, recording.id));
      await discardFiles(tx, app.clock.now(), [recording.videoId, recording.posterId, captionsId]);
      if (!isCommitted) throw new Error("not after all");
    });
  await expect(remove(false)).rejects.toThrow("not after all");
  await app.runJobs();
  for (const { storageKey } of files) expect(await isStored(app, storageKey)).toBe(true);

  await remove(true);
  for (const { storageKey } of files) expect(await isStored(app, storageKey)).toBe(true);
  await app.runJobs();
  for (const { storageKey } of files) expect(await isStored(app, storageKey)).toBe(false);
  expect(await rowIds(app)).toEqual([]);
});

test("keeps a file that another recording shares", async ({ app }) => {
  const first = await aRecordingWithFiles(shelf(app));
  await aRecordingWithFiles(shelf(app), { videoId: first.videoId });
  await app.db.transaction(async (tx) => {
    await tx.delete(recordings).where(eq(recordings.id, first.id));
    expect(await discardFiles(tx, app.clock.now(), [first.videoId, first.posterId, null])).toBe(1);
  });
  await app.runJobs();
  expect(await rowIds(app)).toContain(first.videoId);
});

test("keeps the row after a crash between file and row, and finishes at the next sweep", async ({ app }) => {
  const file = await aFile(shelf(app), "video", "x", { deletedAt: app.clock.now() });
  const dying: Storage = {
    ...app.services.storage,
    remove: async (key) => {
      await app.services.storage.remove(key);
      throw new Error("killed");
    },
  };
  await expect(removeFile({ ...app.services, storage: dying }, file.id)).rejects.toThrow("killed");
  expect([await isStored(app, file.storageKey), await rowIds(app)]).toEqual([false, [file.id]]);
  await sweepMedia(app.services);
  expect(await rowIds(app)).toEqual([]);
});

test("deletes an announced upload that never arrived, and keeps a file that is arriving", async ({ app }) => {
  const inADay = new Date(app.clock.now().getTime() + day * 60_000);
  const coming = await aFile(shelf(app), "video", "x", { createdAt: app.clock.now(), deletedAt: inADay });
  await sweepMedia(app.services);
  expect(await isStored(app, coming.storageKey)).toBe(true);
  app.clock.moveBy(day + 1);
  await sweepMedia(app.services);
  expect([await isStored(app, coming.storageKey), await rowIds(app)]).toEqual([false, []]);
});

test("keeps a file that a form has begun to use", async ({ app }) => {
  const { db, services } = app;
  const old = new Date(app.clock.now().getTime() - 2 * day * 60_000);
  const file = await aFile(shelf(app), "video", "x", { createdAt: old });
  let sweeping: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    const { id } = await requireFile(tx, file.id, "video");
    await tx.insert(recordings).values({ productId: productIds.birth, title: "Arriving", videoId: id });
    sweeping = sweepMedia(services);
    await expect.poll(() => waitingFor(db)).toBe(1);
  });
  await sweeping;
  expect(await isStored(app, file.storageKey)).toBe(true);
  expect(await db.select().from(mediaFiles)).toEqual([file]);
});

async function waitingFor(db: TestApp["db"]): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]!.count;
}

test("accepts only an existing file of the right kind", async ({ app }) => {
  const picture = await aFile(shelf(app), "image");
  const gone = await aFile(shelf(app), "video", "x", { deletedAt: app.clock.now() });
  const require = (id: string) => app.db.transaction((tx) => requireFile(tx, id, "video"));
  await expect(require(picture.id)).rejects.toMatchObject({ code: "invalid" });
  await expect(require(gone.id)).rejects.toMatchObject({ code: "invalid" });
});

test("sweeps a web machine's own uploads at the start and every hour", async ({ app }) => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = incomingFolder(app.services.settings);
  await mkdir(folder, { recursive: true });
  const begin = async (name: string) => {
    await writeFile(path.join(folder, name), "part");
    await utimes(path.join(folder, name), app.clock.now(), app.clock.now());
  };
  await begin("early");
  app.clock.moveBy(day + 1);
  onTestFinished(keepIncomingSwept(app.services));
  await expect.poll(() => readdir(folder)).toEqual([]);
  await begin("late");
  app.clock.moveBy(day + 1);
  vi.advanceTimersByTime(3_600_000);
  await expect.poll(() => readdir(folder)).toEqual([]);
});
