import { oneToOneOffers, recordings as recordingRows } from "@db/schema";
import { eq } from "drizzle-orm";
import type { ShareCard } from "../../platform/artwork/draw-share-card";
import { plateCategory } from "../../platform/artwork/plate";
import type { Context } from "../../core/context";
import { longDay } from "../../core/dates";
import { DomainError, requirePresent } from "../../core/errors";
import { keepContent } from "../../core/kept-content";
import { formatPrice } from "../../core/money";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { showPrice } from "../../platform/money/convert-price";
import {
  type Collection,
  findCollection,
  priceOf,
  readCollections,
  requireCollection,
} from "../../catalogue/products/catalogue";
import { kinds } from "../../catalogue/products/kinds";
import { picturePath } from "../../catalogue/products/paths";
import { ownWords, textsOf } from "../../catalogue/products/words";
import { bannerFor } from "./banner";
import { listRecordings } from "./list-recordings";
import { readOpeningMails } from "./openings/opening-mails";
import type { CollectionPage, CollectionSummary, ListedRecording } from "./schemas";
import { isShownTo } from "./shown-to";
import { findFile } from "../../platform/media/media-files";
import type { MediaFile } from "../../platform/media/media-kinds";

/**
 * Returns a collection's page. `purchaseId`: what the browser has paid for, whose result is shown even if the
 * collection is off. Throws not_found.
 */
export async function getCollection(
  ctx: Context,
  { collection: slug, purchaseId }: { collection: string; purchaseId?: string | undefined },
): Promise<CollectionPage> {
  const collection = await requireCollection(ctx.db, slug);
  if (!(await isShownTo(ctx, collection, purchaseId))) throw new DomainError("not_found", "Collection not found");
  const { recordings, isOwned, opensAt, isForSale, length } = await listRecordings(ctx, collection);
  const hasAccess = isOwned || ctx.user?.role === "admin";
  const texts = { ...textsOf(collection), banner: bannerFor(collection, recordings) };
  const price = showPrice(priceOf(collection), ctx.visitor.currency, ctx.rates);
  const unfinished = recordings.filter(({ progress }) => progress && !progress.isFinished);
  const last = unfinished.toSorted((a, b) => timeOf(b.watchedAt) - timeOf(a.watchedAt))[0];
  return {
    collection: slug,
    path: kinds.collection.pathOf(collection),
    texts,
    // The file is not sent to whom only the purchase of their browser shows the page.
    picture: (await isShownTo(ctx, collection)) ? picturePath(collection) : null,
    hasFullAccess: hasAccess,
    opensOn: hasAccess || !opensAt ? null : longDay(opensAt, ctx.settings.siteTimeZone),
    isSignedIn: ctx.user !== null,
    isForSale,
    isOff: !collection.isOn,
    price: formatPrice(price.list),
    length,
    recordings: recordings.map(printRecording),
    resume: last ? printRecording(last) : null,
    openingMails: await readOpeningMails(ctx, { collection, recordings, isOwned }),
    program: await programOf(ctx, collection),
  };
}

/** Returns what the dialog that sells a collection says of it; one that is off is not named. Throws not_found. */
export async function getSale({ db }: Pick<Context, "db">, ref: { collection: string }) {
  const collection = await requireCollection(db, ref.collection);
  const owned = "You already have this collection.";
  return { path: kinds.collection.pathOf(collection), owned, isOff: !collection.isOn };
}

/** Returns what else the instructor gives on the subject: the address in the settings, or what can be booked here. */
async function programOf(ctx: Context, { words }: Collection): Promise<CollectionPage["program"]> {
  if (!words) return null;
  const { title, text, link } = words.program;
  const isOffered = link === "birth" && (await ctx.db.$count(oneToOneOffers, eq(oneToOneOffers.isOn, true))) > 0;
  const href = (await readSiteSettings(ctx)).marketing[link] || (isOffered ? "/one-to-one" : "");
  return href ? { title, text, href } : null;
}

const timeOf = (instant: Date | null) => instant?.getTime() ?? 0;

const printRecording = ({
  watchedAt: _,
  ...recording
}: ListedRecording & { watchedAt: Date | null }): ListedRecording => recording;

/** Returns the collections that are on, as menus and links to them need them. */
export async function listCollections({ db }: Pick<Context, "db">): Promise<CollectionSummary[]> {
  const [collections, filled] = await Promise.all([readCollections(db), filledCollections(db)]);
  return collections
    .filter(({ isOn }) => isOn)
    .map((collection) => {
      const { hero, lede, menu, browse, title } = textsOf(collection);
      return {
        slug: collection.slug,
        path: kinds.collection.pathOf(collection),
        title,
        hero,
        lede,
        menu,
        browse,
        picture: picturePath(collection),
        freeName: ownWords(collection) ? collection.slug : title,
        menuIndex: collection.words?.menuIndex ?? collection.orderIndex,
        isShown: filled.has(collection.id),
      };
    });
}

/** Returns whether any collection has recordings and is not switched off. */
export const isAnyShown = async (ctx: Pick<Context, "db">): Promise<boolean> =>
  (await listCollections(ctx)).some(({ isShown }) => isShown);

const filledCollections = keepContent(async (db) => {
  const rows = await db.selectDistinct({ productId: recordingRows.productId }).from(recordingRows);
  return new Set(rows.map(({ productId }) => productId));
});

export async function collectionCard(services: Services, slug: string): Promise<ShareCard> {
  const collection = await findCollection(services.db, slug);
  if (!collection?.isOn) throw new DomainError("not_found", "Not found");
  const { name: siteName } = await readSiteSettings(services);
  return {
    siteName,
    category: null,
    title: collection.title,
    lines: [],
    plate: { category: plateCategory(collection.plate), seed: slug },
    picture: collection.pictureId ?? undefined,
  };
}

export async function recordingCard(services: Services, id: string): Promise<ShareCard> {
  const [recording] = await services.db
    .select({ title: recordingRows.title, productId: recordingRows.productId })
    .from(recordingRows)
    .where(eq(recordingRows.id, id));
  if (!recording) throw new DomainError("not_found", "Recording Not Found");
  const all = await readCollections(services.db);
  const collection = requirePresent(
    all.find((item) => item.id === recording.productId),
    "the collection of a recording",
  );
  if (!collection.isOn) throw new DomainError("not_found", "Not found");
  const { name: siteName } = await readSiteSettings(services);
  return {
    siteName,
    category: collection.title,
    title: recording.title,
    lines: [],
    plate: { category: plateCategory(collection.plate), seed: id },
  };
}

/** Returns a collection's own picture; null without one, and for visitors to whom its page is not shown. */
export async function findPictureFor(ctx: Pick<Context, "db" | "user">, slug: string): Promise<MediaFile | null> {
  const collection = await findCollection(ctx.db, slug);
  if (!collection?.pictureId || !(await isShownTo(ctx, collection))) return null;
  return findFile(ctx.db, collection.pictureId);
}
