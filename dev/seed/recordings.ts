import type { Transaction } from "@db/client";
import { collections, playbackProgress, recordings } from "@db/schema";
import type { Storage } from "@server/core/ports";
import { birthSeries, type SeriesItem, stressSeries } from "./series";
import { type SampleName, seedSampleMedia } from "./sample-media";
import { seedId } from "./seed-id";

type Context = { storage: Storage; memberId: string; now: Date };

/** Each series takes its clips in turn. */
const clipsOf: Record<"birth" | "stress", SampleName[]> = { birth: ["held", "rise"], stress: ["moon", "tide"] };

const hour = 3_600_000;
const day = 24 * hour;

/** Fills both collections with recordings, three of eight free, and lets the member have watched some. */
export async function seedRecordings(tx: Transaction, { storage, memberId, now }: Context): Promise<void> {
  const price = { priceMinor: 6000, priceCurrency: "EUR", updatedAt: now } as const;
  await tx
    .insert(collections)
    .values([
      { collection: "birth", ...price },
      { collection: "stress", ...price },
    ])
    .onConflictDoNothing();
  const media = await seedSampleMedia(tx, storage, now);
  const rowOf = (collection: "birth" | "stress") => (item: SeriesItem, index: number) => {
    const clips = clipsOf[collection];
    const sample = media[item.poster ?? clips[index % clips.length]!];
    return {
      id: seedId(`${collection} ${item.title}`),
      collection,
      title: item.title,
      description: item.description,
      isFree: item.isFree ?? false,
      orderIndex: index,
      videoId: sample.videoId,
      posterId: item.poster ? sample.posterId : null,
      captionsId: sample.captionsId,
      durationSeconds: sample.durationSeconds,
      createdAt: new Date(now.getTime() - (60 - index * 5) * day),
    };
  };
  const birth = birthSeries.map(rowOf("birth"));
  const stress = stressSeries.map(rowOf("stress"));
  await tx.insert(recordings).values([...birth, ...stress]);
  await tx
    .insert(playbackProgress)
    .values([
      watched(memberId, birth[0]!, { positionSeconds: 24, isFinished: true, at: new Date(now.getTime() - 3 * day) }),
      watched(memberId, birth[1]!, { positionSeconds: 9, isFinished: false, at: new Date(now.getTime() - 20 * hour) }),
      watched(memberId, stress[2]!, { positionSeconds: 15, isFinished: false, at: new Date(now.getTime() - 2 * day) }),
    ]);
}

type Watched = { positionSeconds: number; isFinished: boolean; at: Date };

const watched = (userId: string, { id }: { id: string }, { positionSeconds, isFinished, at }: Watched) => ({
  userId,
  recordingId: id,
  positionSeconds,
  finishedAt: isFinished ? at : null,
  updatedAt: at,
});
