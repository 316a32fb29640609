import { products, recordings } from "@db/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../core/record-audit";
import type { MemberContext } from "../../../core/context";
import { refuseOutdated } from "../../../core/forms";
import { formatPrice } from "../../../core/money";
import { priceOf, requireCollection } from "../../../catalogue/products/catalogue";
import { changeLibrary, requireRecording } from "./lock-library";
import type { LibraryRef, NewPrice } from "./schemas";

/** Sets a collection's price; buyers who still see the old one are asked again. Throws changed_meanwhile, busy. */
export async function setPrice(
  ctx: MemberContext,
  { collection: slug, priceMinor, currency, version }: NewPrice,
): Promise<{ price: string }> {
  const price = { amountMinor: priceMinor, currency };
  await changeLibrary(ctx, async (tx) => {
    const collection = await requireCollection(tx, slug);
    const before = priceOf(collection);
    refuseOutdated({ now: before, wanted: price, version });
    const set = { priceMinor, priceCurrency: currency, isPriced: true };
    await tx.update(products).set(set).where(eq(products.id, collection.id));
    const details = { from: collection.isPriced ? formatPrice(before) : "no price", to: formatPrice(price) };
    if (details.from === details.to) return;
    await audit(tx, ctx, "collection.price_changed", slug, details);
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
