import { access, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readVersions } from "@server/catalogue/preparing/versions";
import { createDiskStorage } from "@server/platform/media/storage";
import { expect } from "vitest";
import { startBuiltServer, type BuiltServer } from "../../support/built-server";
import { test as databaseTest } from "../../support/database";
import { aFile } from "../../support/media";
import { preparationOf, processesIn } from "../../support/preparing";
import { productIds } from "../../support/products";
import { recordings } from "@db/schema";
import { longVideo } from "../../support/samples";

/** Starts the built server, with what prepares recordings, on one database and one folder. */
const test = databaseTest
  .extend("dataDir", async ({ task: _task }, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "breathroom-preparing-"));
    onCleanup(() => rm(folder, { recursive: true }));
    return folder;
  })
  .extend("launch", ({ dataDir, databaseUrl }, { onCleanup }) => {
    const servers: BuiltServer[] = [];
    onCleanup(async () => {
      for (const server of servers) await server.stop();
    });
    return async () => {
      const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, FFMPEG_PATH: process.env.FFMPEG_PATH ?? "" };
      const server = await startBuiltServer(settings);
      servers.push(server);
      return server;
    };
  });

const patiently = { timeout: 120_000 };

test(
  "leaves no process behind when killed or stopped while preparing, and begins again with the next start",
  patiently,
  async ({ launch, dataDir, db }) => {
    const services = { db, storage: createDiskStorage(dataDir) };
    const folder = path.join(dataDir, "preparing");
    const video = await aFile(services, "video", await longVideo(300), { contentType: "video/matroska" });
    // As an earlier version has left it: nothing is queued.
    const id = await aRecordingOf(video.id);

    const killed = await launch();
    await expect.poll(() => processesIn(dataDir)).not.toEqual([]);
    await killed.kill();
    await expect.poll(() => processesIn(dataDir)).toEqual([]);
    expect(await preparationOf(services, id)).toMatchObject({ state: "running" });
    expect(await readdir(folder)).toEqual([id]);

    const stopped = await launch();
    await expect.poll(() => processesIn(dataDir)).not.toEqual([]);
    await stopped.stop();
    expect(await processesIn(dataDir)).toEqual([]);
    expect(await preparationOf(services, id)).toMatchObject({ state: "waiting" });
    expect(await readdir(folder)).toEqual([]);

    await launch();
    await expect.poll(async () => (await preparationOf(services, id))?.state, patiently).toBe("ready");
    const versions = Object.values(await readVersions(db, id));
    expect(versions).toHaveLength(3);
    for (const { storageKey, bytes } of versions) expect(await services.storage.stat(storageKey)).toEqual({ bytes });
    await expect(access(path.join(folder, id))).rejects.toThrow("ENOENT");

    async function aRecordingOf(videoId: string): Promise<string> {
      const [row] = await db
        .insert(recordings)
        // Older than those of the demo, so that it comes first.
        .values({ productId: productIds.birth, title: "Arriving", videoId, createdAt: new Date("2020-01-01") })
        .returning({ id: recordings.id });
      return row!.id;
    }
  },
);
