import { readdir } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { auditEntries, mediaFiles, recordingPreparations, recordings } from "@db/schema";
import { cancelPreparation, readPreparations, restartPreparation } from "@server/catalogue/preparing/preparations";
import { prepareRecording } from "@server/catalogue/preparing/prepare-recording";
import { queueMissing } from "@server/catalogue/preparing/queue-missing";
import { readVersions } from "@server/catalogue/preparing/versions";
import { preparingFolder } from "@server/platform/media/incoming";
import { sweepMedia } from "@server/platform/media/media-files";
import type { MemberContext } from "@server/core/context";
import { readRevision } from "@server/core/revision";
import { anAdmin } from "../../../support/admin-sessions";
import { aFile } from "../../../support/media";
import {
  aQueuedRecording,
  preparationOf,
  processesIn,
  queue,
  replaceVideo,
  versionFiles,
} from "../../../support/preparing";
import { fittingVideo, longVideo, sample, tone } from "../../../support/samples";
import { createTestContext, expect, test, type TestApp } from "../../../support/test-app";

const mp4 = async () => ({ content: await fittingVideo(), contentType: "video/mp4" });
const broken = { content: Buffer.from("not a video"), contentType: "video/mp4" };
const wav = async () => ({ content: await sample("wav", tone(1)), contentType: "audio/wav" });

async function adminContext(app: TestApp): Promise<MemberContext> {
  const { user } = await anAdmin(app);
  return (await createTestContext(app.services, { user })) as MemberContext;
}

const namesOf = async (app: TestApp, id: string) => Object.keys(await readVersions(app.db, id)).sort();
const filesOf = async (app: TestApp, id: string) =>
  Object.values(await readVersions(app.db, id))
    .map((file) => file.id)
    .sort();

test("keeps the versions of a replaced file until the new ones are ready, and removes them then", async ({ app }) => {
  const id = await aQueuedRecording(app.services, { video: await mp4() });
  await app.runJobs();
  const before = await filesOf(app, id);
  expect(before).toHaveLength(4);

  await replaceVideo(app.services, id, await mp4());
  expect(await preparationOf(app.services, id)).toMatchObject({ state: "waiting", percent: 0 });
  expect(await filesOf(app, id)).toEqual(before);
  await app.runJobs();
  const after = await filesOf(app, id);
  expect(after).toHaveLength(4);
  expect(after.filter((file) => before.includes(file))).toEqual([]);
  const { rows, stored } = await versionFiles(app.services);
  expect(rows).toHaveLength(4);
  expect(stored).toEqual(rows);
});

test("plays the original again when a replaced file fails, and says what to do", async ({ app }) => {
  const id = await aQueuedRecording(app.services, { video: await mp4() });
  await app.runJobs();
  await replaceVideo(app.services, id, broken);
  await app.runJobs();
  expect(await preparationOf(app.services, id)).toMatchObject({
    state: "failed",
    failure: expect.stringContaining("Please export it again") as string,
  });
  expect(await namesOf(app, id)).toEqual([]);
  expect(await versionFiles(app.services)).toEqual({ rows: [], stored: [] });
});

test("makes only what is missing: another picture, another sound", async ({ app }) => {
  const id = await aQueuedRecording(app.services, { video: await mp4() });
  await app.runJobs();
  const first = await readVersions(app.db, id);
  await app.db.update(recordings).set({ posterSecond: 1 });
  await queue(app.services, id);
  await app.runJobs();
  const second = await readVersions(app.db, id);
  expect(second).toMatchObject({ large: { id: first.large?.id }, small: first.small, sound: first.sound });
  expect(second.poster?.id).not.toBe(first.poster?.id);

  const { content, contentType } = await wav();
  const { id: soundId } = await aFile(app.services, "sound", content, { contentType });
  await app.db.update(recordings).set({ soundId });
  await queue(app.services, id);
  await app.runJobs();
  const third = await readVersions(app.db, id);
  expect(third).toMatchObject({ large: first.large, small: first.small, poster: second.poster });
  expect(third.sound?.id).not.toBe(first.sound?.id);
  expect(await versionFiles(app.services)).toMatchObject({ rows: { length: 4 } });
});

test("queues a recording once, and not again while nothing of it has changed", async ({ app }) => {
  const id = await aQueuedRecording(app.services, { sound: await wav() });
  await queue(app.services, id);
  expect(await jobs(app)).toBe(1);
  await app.runJobs();
  await queue(app.services, id);
  expect([await jobs(app), (await preparationOf(app.services, id))?.state]).toEqual([0, "ready"]);
});

const jobs = async ({ db }: TestApp): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from graphile_worker.jobs where task_identifier = 'prepare-recording'`,
  );
  return rows[0]?.count ?? -1;
};

test("forgets the versions of a recording whose video is elsewhere now", async ({ app }) => {
  const id = await aQueuedRecording(app.services, { video: await mp4() });
  await app.runJobs();
  await app.db.update(recordings).set({ videoId: null, videoUrl: "https://videos.example/a.mp4" });
  await queue(app.services, id);
  await app.runJobs();
  expect(await preparationOf(app.services, id)).toBeUndefined();
  expect(await versionFiles(app.services)).toEqual({ rows: [], stored: [] });
});

test("keeps the typed length of a video elsewhere", async ({ app }) => {
  const values = { videoUrl: "https://videos.example/a.mp4", durationSeconds: 754 };
  await aQueuedRecording(app.services, { sound: await wav(), values });
  await app.runJobs();
  expect(await app.db.query.recordings.findFirst()).toMatchObject({ durationSeconds: 754 });
});

test("ends within a second when it is cancelled, leaves nothing, and can be started again", async ({ app }) => {
  const ctx = await adminContext(app);
  const id = await aQueuedRecording(app.services, {
    video: { content: await longVideo(), contentType: "video/matroska" },
  });
  const running = app.runJobs();
  const folder = preparingFolder(app.services.settings);
  await expect.poll(() => processesIn(app.services.settings.dataDir)).not.toEqual([]);
  await expect.poll(async () => (await readPreparations(app.db, [id])).get(id)?.percent).toBeGreaterThan(0);

  const begin = performance.now();
  await cancelPreparation(ctx, id);
  await running;
  const took = performance.now() - begin;
  expect(await processesIn(app.services.settings.dataDir)).toEqual([]);
  expect(took).toBeLessThan(5000);
  expect(await readdir(folder)).toEqual([]);
  expect((await readPreparations(app.db, [id])).get(id)).toMatchObject({ state: "cancelled", failure: null });
  expect(await versionFiles(app.services)).toEqual({ rows: [], stored: [] });

  await cancelPreparation(ctx, id);
  await restartPreparation(ctx, id);
  await restartPreparation(ctx, id);
  expect((await readPreparations(app.db, [id])).get(id)).toEqual({ state: "waiting", percent: 0, failure: null });
  const actions = await app.db.select({ action: auditEntries.action }).from(auditEntries);
  expect(actions.map(({ action }) => action)).toEqual([
    "recording.preparation_cancelled",
    "recording.preparation_started",
  ]);
});

test("ends when the file is replaced or the recording deleted while it is prepared", async ({ app }) => {
  const long = { content: await longVideo(), contentType: "video/matroska" };
  const id = await aQueuedRecording(app.services, { video: long });
  const folder = preparingFolder(app.services.settings);
  const running = app.runJobs();
  await expect.poll(() => processesIn(app.services.settings.dataDir)).not.toEqual([]);
  await replaceVideo(app.services, id, await mp4());
  await running;
  await app.runJobs();
  expect(await preparationOf(app.services, id)).toMatchObject({ state: "ready" });

  const other = await aQueuedRecording(app.services, { video: long });
  const again = app.runJobs();
  await expect.poll(() => processesIn(app.services.settings.dataDir)).not.toEqual([]);
  await app.db.delete(recordings).where(eq(recordings.id, other));
  await again;
  expect([await processesIn(app.services.settings.dataDir), await readdir(folder)]).toEqual([[], []]);
});

test("stops with the process, and is done again", async ({ app }) => {
  const id = await aQueuedRecording(app.services, {
    video: { content: await longVideo(), contentType: "video/matroska" },
  });
  const stopping = new AbortController();
  const preparing = prepareRecording(app.services, { recordingId: id }, stopping.signal);
  const folder = preparingFolder(app.services.settings);
  await expect.poll(() => processesIn(app.services.settings.dataDir)).not.toEqual([]);
  stopping.abort(new Error("the server stops"));
  await preparing;
  expect([await processesIn(app.services.settings.dataDir), await readdir(folder)]).toEqual([[], []]);
  expect(await preparationOf(app.services, id)).toMatchObject({ state: "waiting", percent: 0 });
  expect(await jobs(app)).toBe(1);
});

test("refuses to cancel what is not being prepared", async ({ app }) => {
  const ctx = await adminContext(app);
  const id = await aQueuedRecording(app.services, { sound: await wav() });
  await app.runJobs();
  await expect(cancelPreparation(ctx, id)).rejects.toMatchObject({ code: "closed" });
  await app.db.delete(recordingPreparations);
  await expect(cancelPreparation(ctx, id)).rejects.toMatchObject({ code: "not_found" });
});

test("raises the public revision with the versions, whose picture lists show", async ({ app }) => {
  await aQueuedRecording(app.services, { sound: await wav(), values: { durationSeconds: 1 } });
  const before = await readRevision(app.db);
  await app.runJobs();
  expect(await readRevision(app.db)).toBeGreaterThan(before);
});

test("prepares recordings of an earlier version one by one, and those whose job was lost", async ({ app }) => {
  const ids = [
    await aQueuedRecording(app.services, { sound: await wav() }),
    await aQueuedRecording(app.services, { sound: await wav() }),
  ];
  await app.db.delete(recordingPreparations).where(eq(recordingPreparations.recordingId, ids[0] ?? ""));
  await app.db.execute(sql`delete from graphile_worker._private_jobs`);
  await queueMissing(app.services);
  await queueMissing(app.services);
  expect(await jobs(app)).toBe(2);
  await app.runJobs();
  await app.runJobs();
  for (const id of ids) expect(await namesOf(app, id)).toEqual(["sound"]);
  await queueMissing(app.services);
  expect(await jobs(app)).toBe(0);
});

test("does not begin again by itself what has failed or was cancelled", async ({ app }) => {
  const id = await aQueuedRecording(app.services, { video: broken });
  await app.runJobs();
  await queueMissing(app.services);
  expect([await jobs(app), (await preparationOf(app.services, id))?.state]).toEqual([0, "failed"]);
});

test("leaves no announced version behind that was never used", async ({ app }) => {
  const id = await aQueuedRecording(app.services, { sound: await wav() });
  const storage = {
    ...app.services.storage,
    save: async (key: string, path: string) => {
      await app.services.storage.save(key, path);
      throw new Error("the process is killed");
    },
  };
  await prepareRecording({ ...app.services, storage }, { recordingId: id, attempt: 3 }, new AbortController().signal);
  expect(await preparationOf(app.services, id)).toMatchObject({
    state: "failed",
    failure: expect.stringContaining("Something went wrong on the server") as string,
  });
  expect((await versionFiles(app.services)).stored).toHaveLength(1);
  app.clock.moveBy(25 * 60);
  await sweepMedia(app.services);
  await app.runJobs();
  expect(await versionFiles(app.services)).toEqual({ rows: [], stored: [] });
  expect(await app.db.$count(mediaFiles)).toBe(1);
});
