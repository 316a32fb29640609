import { and, eq } from "drizzle-orm";
import { recordings } from "@db/schema";
import type { Site } from "./e2e-site";
import { productIds } from "./products";

/** Returns one of the demo's recordings, because other tests count the recordings. */
export async function aFreeRecording({ db }: Site) {
  const isFreeBirth = and(eq(recordings.productId, productIds.birth), eq(recordings.isFree, true));
  const [recording] = await db.select().from(recordings).where(isFreeBirth).limit(1);
  return recording!;
}
