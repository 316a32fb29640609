import { collections, recordings } from "@db/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { refuseOutdated } from "../../core/forms";
import { formatPrice } from "../../core/money";
import { collectionPrice } from "../collection";
import { changeLibrary, requireRecording } from "./manage-recordings";
import type { LibraryRef, NewPrice } from "./schemas";

/**
 * What a whole collection costs from now on. Whoever has an older price before her is shown the new one and asked
 * again. Answers it as lists show it. Throws changed_meanwhile, busy.
 */
export async function setPrice(
  ctx: MemberContext,
  { collection, priceMinor, currency, version }: NewPrice,
): Promise<{ price: string }> {
  const price = { amountMinor: priceMinor, currency };
  // What has no row yet can't be locked by itself: prices queue with all else that changes the library.
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

/** Lets every member watch a recording, or buyers only, from now on. Throws not_found, busy. */
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
