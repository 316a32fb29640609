import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import type { Database } from "@db/client";
import { seedDemo } from "@dev/seed/seed-demo";
import { readSettings } from "@server/core/env";
import { createDiskStorage } from "@server/platform/media/storage";

/** Returns what fills a database with the demo, at one moment; its files are removed after the tests. */
export async function aDemoSower() {
  const now = new Date("2026-11-20T21:45:00Z");
  const settings = readSettings({});
  const dataDir = await mkdtemp(path.join(tmpdir(), "breathroom-seed-"));
  const storage = createDiskStorage(dataDir);
  afterAll(() => rm(dataDir, { recursive: true }));
  const sow = (db: Database) => seedDemo({ db, clock: { now: () => now }, settings, storage });
  return { sow, now, storage, settings, dataDir };
}
