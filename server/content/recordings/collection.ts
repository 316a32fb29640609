import type { Queryable } from "@db/client";
import { collectionPurchases, collections, recordings as recordingRows } from "@db/schema";
import { and, eq, inArray, or } from "drizzle-orm";
import type { ShareCard } from "../../platform/artwork/draw-share-card";
import type { SeriesCategory } from "../../platform/artwork/plate";
import { collectionName, type CollectionName, type CollectionSettings, collectionTitle } from "../../core/items";
import { openingStatuses } from "../../core/bought";
import type { Context } from "../../core/context";
import { longDay } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { keepContent } from "../../core/kept-content";
import { formatPrice, type Money } from "../../core/money";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { showPrice } from "../../selling/money/convert-price";
import type { Collection } from "./access";
import { listRecordings } from "./list-recordings";
import type { CollectionPage, ListedRecording } from "./schemas";

/** `purchaseId`: what the browser has paid for, whose result is shown even if the collection is off. Throws not_found. */
export async function getCollection(
  ctx: Context,
  { collection, purchaseId }: { collection: CollectionName; purchaseId?: string | undefined },
): Promise<CollectionPage> {
  const { recordings, isOwned, opensAt, isOn, isForSale } = await listRecordings(ctx, collection);
  const hasAccess = isOwned || ctx.user?.role === "admin";
  const isShown = isOn || hasAccess || (await isBeingBought(ctx, collection, purchaseId));
  if (!isShown) throw new DomainError("not_found", "Collection not found");
  const price = showPrice(await collectionPrice(ctx.db, collection), ctx.visitor.currency, ctx.rates);
  const { marketing } = await readSiteSettings(ctx);
  const unfinished = recordings.filter(({ progress }) => progress && !progress.isFinished);
  const last = unfinished.toSorted((one, other) => timeOf(other.watchedAt) - timeOf(one.watchedAt))[0];
  return {
    collection,
    hasFullAccess: hasAccess,
    opensOn: hasAccess || !opensAt ? null : longDay(opensAt, ctx.settings.siteTimeZone),
    isSignedIn: ctx.user !== null,
    isForSale,
    isOff: !isOn,
    price: formatPrice(price.list),
    recordings: recordings.map(printed),
    resume: last ? printed(last) : null,
    programUrl: collection === "birth" ? marketing.birth : marketing.workshops,
  };
}

/** A buyer who was paying when the collection was switched off sees how the payment ended. */
async function isBeingBought({ db, user }: Context, collection: CollectionName, purchaseId = "") {
  const isTheirs = or(
    user ? eq(collectionPurchases.userId, user.id) : undefined,
    purchaseId ? eq(collectionPurchases.id, purchaseId) : undefined,
  );
  const isOpen = inArray(collectionPurchases.status, ["pending", ...openingStatuses]);
  const where = and(isTheirs, isOpen, eq(collectionPurchases.collection, collection));
  return isTheirs !== undefined && (await db.$count(collectionPurchases, where)) > 0;
}

const timeOf = (instant: Date | null) => instant?.getTime() ?? 0;

const printed = ({ watchedAt: _, ...recording }: ListedRecording & { watchedAt: Date | null }): ListedRecording =>
  recording;

/** Returns the collections with recordings that are not switched off. */
export async function listShownCollections(ctx: Parameters<typeof readSiteSettings>[0]): Promise<CollectionName[]> {
  const [{ collections: settings }, filled] = await Promise.all([readSiteSettings(ctx), filledCollections(ctx.db)]);
  return filled.filter((name) => settings[name].isOn);
}

const filledCollections = keepContent(async (db) => {
  const rows = await db.selectDistinct({ collection: recordingRows.collection }).from(recordingRows);
  return collectionName.options.filter((name) => rows.some(({ collection }) => collection === name));
});

/** Throws not_found for a collection that is empty, free of charge or switched off. */
export async function requireForSale(db: Queryable, { collection, settings }: ForSale): Promise<void> {
  if (!settings[collection].isOn) throw new DomainError("not_found", "This collection is no longer for sale.");
  const isOfCollection = eq(recordingRows.collection, collection);
  if ((await db.$count(recordingRows, and(isOfCollection, eq(recordingRows.isFree, false)))) > 0) return;
  const isEmpty = (await db.$count(recordingRows, isOfCollection)) === 0;
  throw new DomainError("not_found", isEmpty ? emptyCollection : freeCollection);
}

const emptyCollection = "This collection has no recordings yet, so it is not for sale.";
const freeCollection = "All recordings of this collection are free, so there is nothing to buy.";

type ForSale = { collection: CollectionName; settings: CollectionSettings };

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
  const { name: siteName, collections: settings } = await readSiteSettings(services);
  if (!settings[collection].isOn) throw new DomainError("not_found", "Not found");
  return {
    siteName,
    category: null,
    title: collectionTitle(collection, settings),
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
  const { name: siteName, collections: settings } = await readSiteSettings(services);
  if (!settings[recording.collection].isOn) throw new DomainError("not_found", "Not found");
  return {
    siteName,
    category: collectionTitle(recording.collection, settings),
    title: recording.title,
    lines: [],
    plate: { category: plateCategories[recording.collection], seed: id },
  };
}
