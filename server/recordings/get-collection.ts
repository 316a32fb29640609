import { showPrice } from "../money/convert-price";
import { formatPrice } from "../core/money";
import { readSiteSettings } from "../core/site-settings";
import type { Context } from "../core/context";
import type { CollectionName } from "../core/collections";
import { collectionPrice } from "./collection-price";
import { listRecordings } from "./list-recordings";
import type { CollectionPage, ListedRecording } from "./schemas";

/** What a collection's page shows to whoever asks. */
export async function getCollection(
  ctx: Context,
  { collection }: { collection: CollectionName },
): Promise<CollectionPage> {
  const { recordings, isOwned } = await listRecordings(ctx.db, ctx.user, collection);
  const price = showPrice(await collectionPrice(ctx.db, collection), ctx.visitor.currency, ctx.rates);
  const { marketing } = await readSiteSettings(ctx);
  const unfinished = recordings.filter(({ progress }) => progress && !progress.isFinished);
  const last = unfinished.toSorted((one, other) => timeOf(other.watchedAt) - timeOf(one.watchedAt))[0];
  return {
    collection,
    hasFullAccess: isOwned || ctx.user?.role === "admin",
    isSignedIn: ctx.user !== null,
    price: formatPrice(price.list),
    recordings: recordings.map(printed),
    resume: last ? printed(last) : null,
    programUrl: collection === "birth" ? marketing.birth : marketing.workshops,
  };
}

const timeOf = (instant: Date | null) => instant?.getTime() ?? 0;

const printed = ({ watchedAt: _, ...recording }: ListedRecording & { watchedAt: Date | null }): ListedRecording =>
  recording;
