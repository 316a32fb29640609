import { collections, recordings } from "@db/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../core/record-audit";
import type { MemberContext } from "../../../core/context";
import { refuseOutdated } from "../../../core/forms";
import { formatPrice } from "../../../core/money";
import { collectionPrice } from "../collection";
import { changeLibrary, requireRecording } from "./manage-recordings";
import type { LibraryRef, NewPrice } from "./schemas";

/** Sets a collection's price; buyers who still see the old one are asked again. Throws changed_meanwhile, busy. */
export async function setPrice(
  ctx: MemberContext,
  { collection, priceMinor, currency, version }: NewPrice,
): Promise<{ price: string }> {
  const price = { amountMinor: priceMinor, currency };
  // A row that does not exist yet can't be locked, so prices lock the whole library.
  await changeLibrary(ctx, async (tx) => {
    const now = ctx.clock.now();
    const before = await collectionPrice(tx, collection);
    refuseOutdated({ now: before, wanted: price, version });
    const row = { priceMinor, priceCurrency: currency, updatedAt: now };
    await tx
      .insert(collections)
      .values({ collection, ...row })
      .onConflictDoUpdate({ target: collections.collection, set: row });
    const details = { from: formatPrice(before), to: formatPrice(price) };
    if (details.from === details.to) return;
    await audit(tx, ctx, "collection.price_changed", collection, details);
  });
  return { price: formatPrice(price) };
}

export async function setFree(
  ctx: MemberContext,
  { isFree, ...ref }: LibraryRef & { isFree: boolean },
): Promise<{ title: string }> {
  return changeLibrary(ctx, async (tx) => {
    const before = await requireRecording(tx, ref);
    if (before.isFree !== isFree) {
      await tx.update(recordings).set({ isFree }).where(eq(recordings.id, ref.id));
      const action = isFree ? "recording.made_free" : "recording.made_premium";
      await audit(tx, ctx, action, ref.id);
    }
    return { title: before.title };
  });
}
