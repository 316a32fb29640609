import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Transaction } from "@db/client";
import { mediaFiles, playbackProgress, recordings } from "@db/schema";
import type { Storage } from "@server/core/services";
import { readProductIds } from "./product-ids";
import { seedId } from "./seed-id";

type Context = { storage: Storage; memberId: string; now: Date };

/** The specified collections, with the clips of their samples in turn. */
const clipsOf = {
  birth: ["held", "rise"],
  stress: ["moon", "tide"],
} as const satisfies Record<string, [SampleName, SampleName]>;
type CollectionName = keyof typeof clipsOf;

const hour = 3_600_000;
const day = 24 * hour;

export async function seedRecordings(tx: Transaction, { storage, memberId, now }: Context): Promise<void> {
  const productIds = await readProductIds(tx);
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const media = await seedSampleMedia(tx, storage, now);
  const rowOf = (collection: CollectionName) => (item: SeriesItem, index: number) => {
    const [evenClip, oddClip] = clipsOf[collection];
    const sample = media[item.poster ?? (index % 2 === 0 ? evenClip : oddClip)];
    return {
      id: recordingId(collection, item.title),
      productId: productIds.get(collection) ?? "",
      title: item.title,
      description: item.description,
      isFree: item.isFree ?? false,
      orderIndex: index,
      videoId: sample.videoId,
      posterId: item.poster ? sample.posterId : null,
      captionsId: sample.captionsId,
      durationSeconds: sample.durationSeconds,
      createdAt: ago((280 - index * 5) * day),
    };
  };
  await tx.insert(recordings).values([...birthSeries.map(rowOf("birth")), ...stressSeries.map(rowOf("stress"))]);
  await tx.insert(playbackProgress).values([
    progressRow(memberId, recordingId("birth", "Arriving"), {
      positionSeconds: 24,
      isFinished: true,
      at: ago(3 * day),
    }),
    progressRow(memberId, recordingId("birth", "The Early Hours"), {
      positionSeconds: 9,
      isFinished: false,
      at: ago(20 * hour),
    }),
    progressRow(memberId, recordingId("stress", "Desk Reset"), {
      positionSeconds: 15,
      isFinished: false,
      at: ago(2 * day),
    }),
  ]);
}

const recordingId = (collection: CollectionName, title: string) => seedId(`${collection} ${title}`);

type WatchedPosition = { positionSeconds: number; isFinished: boolean; at: Date };

const progressRow = (userId: string, recordingId: string, { positionSeconds, isFinished, at }: WatchedPosition) => ({
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

const sampleNames = ["held", "rise", "tide", "moon"] as const;
type SampleName = (typeof sampleNames)[number];

type SeriesItem = {
  title: string;
  description: string;
  isFree?: boolean;
  /** A sample; undefined for the generated drawing. */
  poster?: SampleName;
};

const birthSeries: SeriesItem[] = [
  {
    title: "Arriving",
    description: "Five quiet minutes to meet your breath as it is today, before anything is asked of it.",
    isFree: true,
  },
  {
    title: "The Early Hours",
    description: "A steady rhythm for the first surges, when rest matters more than effort.",
  },
  {
    title: "Riding the Wave",
    description: "Breathing up, over and down the far side. Practise it with your birth partner nearby.",
    poster: "held",
  },
  {
    title: "The Space Between",
    description: "Letting the body go completely slack in the pause, however short the pause is.",
    isFree: true,
  },
  {
    title: "Breathing Down",
    description: "Softening the jaw and the pelvic floor for the last stage. No counting, no holding.",
  },
  {
    title: "First Hour",
    description: "A short practice for skin to skin, in whichever room you find yourselves.",
  },
  {
    title: "Night Feed",
    description: "For the small hours, one hand free: a breath that settles you both.",
    isFree: true,
    poster: "rise",
  },
  {
    title: "Around the Block",
    description: "A walking breath for the first time outside, at the pace of someone who has slept badly.",
  },
];

const stressSeries: SeriesItem[] = [
  {
    title: "One Minute Down",
    description: "Six slow breaths with a long way out. It fits between two doors.",
    isFree: true,
  },
  {
    title: "The Long Exhale",
    description: "The exhale grows a little longer each round, and the shoulders notice before you do.",
    poster: "tide",
  },
  {
    title: "Desk Reset",
    description: "Seated, eyes open if you like. For the hour in which nothing gets done any more.",
    isFree: true,
  },
  {
    title: "Before the Meeting",
    description: "Settle the heart and warm the voice in the four minutes before you are on.",
  },
  {
    title: "Unclench",
    description: "Jaw, hands, belly: finding where the day is being held, and letting it go with the breath.",
  },
  {
    title: "Falling Asleep",
    description: "Lying down, lights out. The voice grows quieter until you have to guess the words.",
    isFree: true,
    poster: "moon",
  },
  {
    title: "Awake at Three",
    description: "For the middle of the night, when thinking is loud. Nothing to solve, only water to listen to.",
  },
  {
    title: "Sunday Rest",
    description: "A slow, wide practice without an aim, for a day that may be long.",
  },
];
