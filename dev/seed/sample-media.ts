import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Transaction } from "@db/client";
import { mediaFiles } from "@db/schema";
import type { Storage } from "@server/core/ports";
import { seedId } from "./seed-id";

/** The demo's clips: nested circles, a rising sun, rings and a moon over water. */
const sampleNames = ["held", "rise", "tide", "moon"] as const;
export type SampleName = (typeof sampleNames)[number];

type SampleMedia = { videoId: string; posterId: string; captionsId: string | null; durationSeconds: number };

const captioned: readonly SampleName[] = ["held", "moon"];
const durationSeconds = 24;

const types = {
  video: { extension: "webm", contentType: "video/webm" },
  image: { extension: "webp", contentType: "image/webp" },
  captions: { extension: "vtt", contentType: "text/vtt" },
} as const;

/** Puts the demo's clips into the storage and answers their rows' ids. Again, it finds them there. */
export async function seedSampleMedia(
  tx: Transaction,
  storage: Storage,
  now: Date,
): Promise<Record<SampleName, SampleMedia>> {
  const samples = {} as Record<SampleName, SampleMedia>;
  for (const name of sampleNames) {
    const videoId = await keep(tx, storage, now, name, "video");
    const posterId = await keep(tx, storage, now, name, "image");
    const captionsId = captioned.includes(name) ? await keep(tx, storage, now, name, "captions") : null;
    samples[name] = { videoId, posterId, captionsId, durationSeconds };
  }
  return samples;
}

async function keep(tx: Transaction, storage: Storage, now: Date, name: SampleName, kind: keyof typeof types) {
  const { extension, contentType } = types[kind];
  const originalName = `${name}.${extension}`;
  const file = path.resolve("dev", "seed", "media", originalName);
  const content = await readFile(file);
  // Another content is another file: what a browser has kept of the old one is not taken for the new one.
  const id = seedId(createHash("sha256").update(content).digest("hex"));
  const storageKey = `${kind}/${id}.${extension}`;
  await storage.keep(storageKey, file);
  const row = { id, kind, storageKey, originalName, contentType, bytes: content.length, etag: `"${id}"` };
  await tx
    .insert(mediaFiles)
    .values({ ...row, createdAt: now })
    .onConflictDoNothing();
  return id;
}
