import { and, eq } from "drizzle-orm";
import { recordings } from "@db/schema";
import type { Site } from "./e2e-site";

/** One of the demo's: what is added to the library stays there for the tests to come, some of which count. */
export async function aFreeRecording({ db }: Site) {
  const isFreeBirth = and(eq(recordings.collection, "birth"), eq(recordings.isFree, true));
  const [recording] = await db.select().from(recordings).where(isFreeBirth).limit(1);
  return recording!;
}
