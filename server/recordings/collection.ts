import type { Queryable } from "@db/client";
import { collections, recordings as recordingRows } from "@db/schema";
import { eq } from "drizzle-orm";
import type { ShareCard } from "../artwork/draw-share-card";
import type { SeriesCategory } from "../artwork/plate";
import { collectionName, type CollectionName, collectionTitle } from "../core/items";
import type { Context } from "../core/context";
import { DomainError } from "../core/errors";
import { keepContent } from "../core/kept-content";
import { formatPrice, type Money } from "../core/money";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";
import { showPrice } from "../money/convert-price";
import type { Collection } from "./access";
import { listRecordings } from "./list-recordings";
import type { CollectionPage, ListedRecording } from "./schemas";

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
    isForSale: recordings.length > 0,
    price: formatPrice(price.list),
    recordings: recordings.map(printed),
    resume: last ? printed(last) : null,
    programUrl: collection === "birth" ? marketing.birth : marketing.workshops,
  };
}

const timeOf = (instant: Date | null) => instant?.getTime() ?? 0;

const printed = ({ watchedAt: _, ...recording }: ListedRecording & { watchedAt: Date | null }): ListedRecording =>
  recording;

export const listFilledCollections = ({ db }: Pick<Context, "db">): Promise<CollectionName[]> => filledCollections(db);

const filledCollections = keepContent(async (db) => {
  const rows = await db.selectDistinct({ collection: recordingRows.collection }).from(recordingRows);
  return collectionName.options.filter((name) => rows.some(({ collection }) => collection === name));
});

export async function requireForSale(db: Queryable, collection: CollectionName): Promise<void> {
  if ((await db.$count(recordingRows, eq(recordingRows.collection, collection))) > 0) return;
  throw new DomainError("not_found", "This collection has no recordings yet, so it is not for sale.");
}

/** Used until the admin sets a price. */
const defaultPrice: Money = { amountMinor: 6000, currency: "EUR" };

export async function collectionPrice(db: Queryable, collection: Collection): Promise<Money> {
  const [row] = await db
    .select({ amountMinor: collections.priceMinor, currency: collections.priceCurrency })
    .from(collections)
    .where(eq(collections.collection, collection));
  return row ?? defaultPrice;
}

const plateCategories: Record<CollectionName, SeriesCategory> = { birth: "birth", stress: "sleep" };

export async function collectionCard(services: Services, collection: CollectionName): Promise<ShareCard> {
  const { name: siteName } = await readSiteSettings(services);
  return {
    siteName,
    category: null,
    title: collectionTitle(collection),
    lines: [],
    plate: { category: plateCategories[collection], seed: collection },
  };
}

export async function recordingCard(services: Services, id: string): Promise<ShareCard> {
  const [recording] = await services.db
    .select({ title: recordingRows.title, collection: recordingRows.collection })
    .from(recordingRows)
    .where(eq(recordingRows.id, id));
  if (!recording) throw new DomainError("not_found", "Recording Not Found");
  const { name: siteName } = await readSiteSettings(services);
  return {
    siteName,
    category: collectionTitle(recording.collection),
    title: recording.title,
    lines: [],
    plate: { category: plateCategories[recording.collection], seed: id },
  };
}
