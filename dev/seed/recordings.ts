import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Transaction } from "@db/client";
import { collections, mediaFiles, playbackProgress, recordings } from "@db/schema";
import type { Storage } from "@server/core/services";
import { seedId } from "./seed-id";
import { birthSeries, type SampleName, sampleNames, type SeriesItem, stressSeries } from "./series";

type Context = { storage: Storage; memberId: string; now: Date };

type CollectionName = "birth" | "stress";

const clipsOf: Record<CollectionName, [SampleName, SampleName]> = { birth: ["held", "rise"], stress: ["moon", "tide"] };

const hour = 3_600_000;
const day = 24 * hour;

export async function seedRecordings(tx: Transaction, { storage, memberId, now }: Context): Promise<void> {
  const price = { priceMinor: 6000, priceCurrency: "EUR", updatedAt: now } as const;
  await tx
    .insert(collections)
    .values([
      { collection: "birth", ...price },
      { collection: "stress", ...price },
    ])
    .onConflictDoNothing();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const media = await seedSampleMedia(tx, storage, now);
  const rowOf = (collection: CollectionName) => (item: SeriesItem, index: number) => {
    const [evenClip, oddClip] = clipsOf[collection];
    const sample = media[item.poster ?? (index % 2 === 0 ? evenClip : oddClip)];
    return {
      id: recordingId(collection, item.title),
      collection,
      title: item.title,
      description: item.description,
      isFree: item.isFree ?? false,
      orderIndex: index,
      videoId: sample.videoId,
      posterId: item.poster ? sample.posterId : null,
      captionsId: sample.captionsId,
      durationSeconds: sample.durationSeconds,
      createdAt: ago((60 - index * 5) * day),
    };
  };
  await tx.insert(recordings).values([...birthSeries.map(rowOf("birth")), ...stressSeries.map(rowOf("stress"))]);
  await tx.insert(playbackProgress).values([
    watched(memberId, recordingId("birth", "Arriving"), { positionSeconds: 24, isFinished: true, at: ago(3 * day) }),
    watched(memberId, recordingId("birth", "The Early Hours"), {
      positionSeconds: 9,
      isFinished: false,
      at: ago(20 * hour),
    }),
    watched(memberId, recordingId("stress", "Desk Reset"), {
      positionSeconds: 15,
      isFinished: false,
      at: ago(2 * day),
    }),
  ]);
}

const recordingId = (collection: CollectionName, title: string) => seedId(`${collection} ${title}`);

type Watched = { positionSeconds: number; isFinished: boolean; at: Date };

const watched = (userId: string, recordingId: string, { positionSeconds, isFinished, at }: Watched) => ({
  userId,
  recordingId,
  positionSeconds,
  finishedAt: isFinished ? at : null,
  updatedAt: at,
});

type SampleMedia = { videoId: string; posterId: string; captionsId: string | null; durationSeconds: number };

const captioned: readonly SampleName[] = ["held", "moon"];

const durationSeconds = 24;

const types = {
  video: { extension: "webm", contentType: "video/webm" },
  image: { extension: "webp", contentType: "image/webp" },
  captions: { extension: "vtt", contentType: "text/vtt" },
} as const;

async function seedSampleMedia(tx: Transaction, storage: Storage, now: Date): Promise<Record<SampleName, SampleMedia>> {
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
  // Derived from the content, so that browsers don't use a cached older clip.
  const id = seedId(createHash("sha256").update(content).digest("hex"));
  const storageKey = `${kind}/${id}.${extension}`;
  await storage.save(storageKey, file);
  const row = { id, kind, storageKey, originalName, contentType, bytes: content.length, etag: `"${id}"` };
  await tx
    .insert(mediaFiles)
    .values({ ...row, createdAt: now })
    .onConflictDoNothing();
  return id;
}
