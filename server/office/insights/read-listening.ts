import type { Queryable } from "@db/client";
import { playbackProgress, products, recordings, users } from "@db/schema";
import { asc, eq, inArray, ne, sql } from "drizzle-orm";
import { clockTime } from "../../selling/recordings/positions";
import { percentage } from "./attendance";

type HeardRecording = {
  id: string;
  title: string;
  started: number;
  /** The number and its share. */
  finished: string;
  minutes: number;
  /** Where half of those who started have left, such as "3:20"; "the end" if more than half have finished. */
  halfLeft: string;
};

/** The recordings of one collection that members have started. */
export type HeardCollection = { id: string; title: string; recordings: HeardRecording[] };

/** Reads how far members have listened, from their last place in each recording. Admins don’t count. */
export async function readListening(db: Queryable): Promise<HeardCollection[]> {
  const { positionSeconds, finishedAt, userId } = playbackProgress;
  const { durationSeconds } = recordings;
  // Who has finished and begun again has heard all of it.
  const reached = sql`case when ${finishedAt} is null then ${positionSeconds}
    else greatest(coalesce(${durationSeconds}, 0), ${positionSeconds}) end`;
  const members = db.select({ id: users.id }).from(users).where(ne(users.role, "admin"));
  const rows = await db
    .select({
      id: recordings.id,
      title: recordings.title,
      collectionId: products.id,
      collection: products.title,
      started: sql`count(*)`.mapWith(Number),
      finished: sql`count(${finishedAt})`.mapWith(Number),
      seconds: sql`sum(${reached})`.mapWith(Number),
      half: sql`percentile_disc(0.5) within group (order by ${reached})`.mapWith(Number),
    })
    .from(playbackProgress)
    .innerJoin(recordings, eq(recordings.id, playbackProgress.recordingId))
    .innerJoin(products, eq(products.id, recordings.productId))
    .where(inArray(userId, members))
    .groupBy(recordings.id, products.id)
    .orderBy(asc(products.orderIndex), asc(products.id), asc(recordings.orderIndex), asc(recordings.id));
  const collections = new Map(rows.map(({ collectionId, collection }) => [collectionId, collection]));
  return [...collections].map(([collectionId, title]) => ({
    id: collectionId,
    title,
    recordings: rows
      .filter((row) => row.collectionId === collectionId)
      .map(({ id, title: name, started, finished, seconds, half }) => ({
        id,
        title: name,
        started,
        finished: `${finished} (${percentage(finished, started)})`,
        minutes: Math.round(seconds / 60),
        halfLeft: 2 * finished > started ? "the end" : clockTime(half),
      })),
  }));
}
