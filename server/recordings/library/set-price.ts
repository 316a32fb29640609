import { collections } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import { refuseOutdated } from "../../core/form-version";
import { formatPrice } from "../../money/money";
import type { MemberContext } from "../../core/context";
import { collectionPrice } from "../collection-price";
import { changeLibrary } from "./change-library";
import type { NewPrice } from "./schemas";

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
    const entry = { actorId: ctx.user.id, action: "collection.price_changed", details };
    await recordAudit(tx, { ...entry, subjectType: "collection", subjectId: collection }, now);
  });
  return { price: formatPrice(price) };
}
