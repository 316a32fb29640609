import type { Transaction } from "@db/client";
import { mediaFiles, playbackProgress, products, recordingCaptions, recordings } from "@db/schema";
import type { Storage } from "@server/core/services";
import { type PosterName, SampleMedia, type SampleName } from "./sample-media";
import { seedId } from "./seed-id";
import { isNotNull } from "drizzle-orm";

type Context = { storage: Storage; memberId: string; collectorId: string; now: Date };
type CollectionName = "birth" | "stress";

const hour = 3_600_000;
const day = 24 * hour;

export async function seedRecordings(tx: Transaction, { storage, memberId, collectorId, now }: Context): Promise<void> {
  const productIds = await readProductIds(tx);
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const media = new SampleMedia(storage, now);
  const rowOf = async (collection: CollectionName, item: SeriesItem, index: number) => {
    const id = recordingId(collection, item.title);
    const recording = {
      ...(await media.keepSample(item.sample)),
      id,
      productId: productIds.get(collection) ?? "",
      title: item.title,
      description: item.description,
      isFree: item.isFree ?? false,
      orderIndex: index,
      posterId: item.poster ? await media.keepPoster(item.poster) : null,
      opensAfterDays: item.opensAfterDays ?? null,
      createdAt: ago((280 - index * 5) * day),
    };
    return { recording, captions: await media.keepCaptions(item.sample, id) };
  };
  const rows = await Promise.all([
    ...birthSeries.map((item, index) => rowOf("birth", item, index)),
    ...stressSeries.map((item, index) => rowOf("stress", item, index)),
  ]);
  await tx.insert(mediaFiles).values(media.rows).onConflictDoNothing();
  await tx.insert(recordings).values(rows.map(({ recording }) => recording));
  await tx.insert(recordingCaptions).values(rows.flatMap(({ captions }) => captions));
  const place = (userId: string, [collection, title]: [CollectionName, string], positionSeconds: number, at: Date) => ({
    userId,
    recordingId: recordingId(collection, title),
    positionSeconds,
    updatedAt: at,
  });
  const finished = (...watched: Parameters<typeof place>) => ({ ...place(...watched), finishedAt: watched[3] });
  await tx
    .insert(playbackProgress)
    .values([
      finished(memberId, ["birth", "Arriving"], 300, ago(3 * day)),
      place(memberId, ["birth", "The Early Hours"], 72, ago(20 * hour)),
      place(memberId, ["stress", "Desk Reset"], 75, ago(2 * day)),
      finished(collectorId, ["birth", "Riding the Wave"], 300, ago(90 * day)),
      place(collectorId, ["birth", "Arriving"], 140, ago(95 * day)),
      finished(collectorId, ["stress", "Falling Asleep"], 240, ago(12 * day)),
      place(collectorId, ["stress", "The Long Exhale"], 96, ago(30 * day)),
      place(collectorId, ["stress", "Awake at Three"], 318, ago(5 * day)),
    ]);
}

const recordingId = (collection: CollectionName, title: string) => seedId(`${collection} ${title}`);

type SeriesItem = {
  title: string;
  description: string;
  sample: SampleName;
  isFree?: boolean;
  /** A picture of its own; undefined for the generated drawing. */
  poster?: PosterName;
  opensAfterDays?: number;
};

const birthSeries: SeriesItem[] = [
  {
    title: "Arriving",
    sample: "wave",
    description: "Five quiet minutes to meet your breath as it is today, before anything is asked of it.",
    isFree: true,
  },
  {
    title: "The Early Hours",
    sample: "dawn",
    description: "A steady rhythm for the first surges, when rest matters more than effort.",
  },
  {
    title: "Riding the Wave",
    sample: "wave",
    description: "Breathing up, over and down the far side. Practise it with your birth partner nearby.",
    poster: "held",
  },
  {
    title: "The Space Between",
    sample: "dawn",
    description: "Letting the body go completely slack in the pause, however short the pause is.",
    isFree: true,
  },
  {
    title: "Breathing Down",
    sample: "wave",
    description: "Softening the jaw and the pelvic floor for the last stage. No counting, no holding.",
  },
  {
    title: "First Hour",
    sample: "dawn",
    description: "A short practice for skin to skin, in whichever room you find yourselves.",
  },
  {
    title: "Night Feed",
    sample: "dawn",
    description: "For the small hours, one hand free: a breath that settles you both.",
    isFree: true,
    poster: "rise",
  },
  {
    title: "Around the Block",
    sample: "wave",
    description: "A walking breath for the first time outside, at the pace of someone who has slept badly.",
  },
];

const stressSeries: SeriesItem[] = [
  {
    title: "One Minute Down",
    sample: "pause",
    description: "Six slow breaths with a long way out. It fits between two doors.",
    isFree: true,
  },
  {
    title: "The Long Exhale",
    sample: "water",
    description: "The exhale grows a little longer each round, and the shoulders notice before you do.",
    poster: "tide",
  },
  {
    title: "Desk Reset",
    sample: "pause",
    description: "Seated, eyes open if you like. For the hour in which nothing gets done any more.",
    isFree: true,
  },
  {
    title: "Before the Meeting",
    sample: "water",
    description: "Settle the heart and warm the voice in the four minutes before you are on.",
  },
  {
    title: "Unclench",
    sample: "water",
    description: "Jaw, hands, belly: finding where the day is being held, and letting it go with the breath.",
  },
  {
    title: "Falling Asleep",
    sample: "water",
    description: "Lying down, lights out. The voice grows quieter until you have to guess the words.",
    isFree: true,
    poster: "moon",
  },
  {
    title: "Awake at Three",
    sample: "night",
    description: "For the middle of the night, when thinking is loud. Nothing to solve, only water to listen to.",
  },
  {
    title: "Sunday Rest",
    sample: "water",
    opensAfterDays: 7,
    description: "A slow, wide practice without an aim, for a day that may be long.",
  },
];

/** Returns the ids of the collections by their slugs. */
async function readProductIds(tx: Transaction): Promise<Map<string, string>> {
  const rows = await tx.select({ slug: products.slug, id: products.id }).from(products).where(isNotNull(products.slug));
  return new Map(rows.flatMap(({ slug, id }) => (slug ? [[slug, id] as const] : [])));
}
