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

/** Returns a learning resource that is sold. */
export async function aPaidResource({ db }: Site) {
  const resource = await db.query.products.findFirst({
    where: (product, { and, eq, gt }) => and(eq(product.kind, "resource"), gt(product.priceMinor, 0)),
  });
  return resource!;
}
