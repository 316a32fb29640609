import type { Queryable, Transaction } from "@db/client";
import { products, recordings } from "@db/schema";
import { count, eq, max, sql } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { DomainError, withField } from "../../core/errors";
import { refuseOutdated, versionOf } from "../../core/forms";
import { formatPrice } from "../../core/money";
import { audit } from "../../core/record-audit";
import { withTableLock } from "../../core/transaction";
import { finishUpload } from "../../platform/media/keep-upload";
import { claimFile, describeFiles, discardFiles } from "../../platform/media/media-files";
import { type Collection, priceOf, readCollections, requireCollection } from "./catalogue";
import { kinds } from "./kinds";
import { lockProduct } from "./lock";
import { changedFields } from "./manage-product";
import { type OfficePages, officePagesOf } from "./office-pages";
import { libraryPath } from "./paths";
import type { EditedCollection, ListedCollection, MovedCollection, NewCollection, OpenedCollection } from "./schemas";
import { reasonToKeep } from "./unsold";
import { textsOf } from "./words";

export async function listAllCollections({ db }: Pick<Context, "db">): Promise<ListedCollection[]> {
  const counted = await db
    .select({ productId: recordings.productId, recordings: count() })
    .from(recordings)
    .groupBy(recordings.productId);
  return (await readCollections(db)).map((collection) => ({
    slug: collection.slug,
    title: collection.title,
    isOn: collection.isOn,
    path: kinds.collection.pathOf(collection),
    libraryPath: libraryPath(collection),
    price: collection.isPriced ? formatPrice(priceOf(collection)) : "No price yet",
    recordings: counted.find(({ productId }) => productId === collection.id)?.recordings ?? 0,
  }));
}

/** Returns the pages of all collections in the back office, for its menu. */
export async function listCollectionPages({ db }: Pick<Context, "db">): Promise<OfficePages[]> {
  return (await readCollections(db)).map(officePagesOf);
}

export async function getCollectionForm(
  { db }: Pick<Context, "db">,
  { collection: slug }: { collection: string },
): Promise<OpenedCollection> {
  const collection = await requireCollection(db, slug);
  const { title, description, isOn } = collection;
  const plate = collection.plate ?? "other";
  const [picture = null] = await describeFiles(db, collection.pictureId ? [collection.pictureId] : []);
  return {
    slug,
    title,
    description,
    isOn,
    plate,
    picture,
    path: kinds.collection.pathOf(collection),
    libraryPath: libraryPath(collection),
    standIn: textsOf({ ...collection, description: "" }).lede,
    kept: await whyKept(db, collection),
    version: versionOf(typedIn(collection)),
  };
}

type TypedColumns = Pick<Collection, "title" | "description" | "isOn" | "plate" | "pictureId">;

/** Returns what two admins may not change at the same time. */
const typedIn = ({ title, description, isOn, plate, pictureId }: TypedColumns): TypedColumns => ({
  title,
  description,
  isOn,
  plate,
  pictureId,
});

/** A new collection has no price until the instructor types one. */
const noPrice = { isPriced: false, priceMinor: 0, priceCurrency: "GBP" } as const;

/**
 * Adds an empty collection at the end, switched off: it is not sold before the instructor has filled it. The form key
 * becomes its id, so posting twice adds it once. Throws invalid (address taken, upload missing), busy.
 */
export async function createCollection(
  ctx: MemberContext,
  { formKey: id, slug, pictureId: uploaded, ...texts }: NewCollection,
): Promise<{ libraryPath: string }> {
  const made = await findMade(ctx.db, id);
  if (made) return made;
  await finishPicture(ctx, uploaded);
  return changeCollections(ctx, async (tx) => {
    const madeMeanwhile = await findMade(tx, id);
    if (madeMeanwhile) return madeMeanwhile;
    if ((await tx.$count(products, eq(products.slug, slug))) > 0) {
      throw new DomainError("invalid", "Another collection has this address.", { field: "slug" });
    }
    const [last] = await tx
      .select({ index: max(products.orderIndex) })
      .from(products)
      .where(isCollection);
    await tx.insert(products).values({
      id,
      slug,
      kind: "collection",
      ...texts,
      ...noPrice,
      isOn: false,
      pictureId: await claimPicture(tx, uploaded),
      orderIndex: (last?.index ?? -1) + 1,
      createdAt: ctx.clock.now(),
    });
    await audit(tx, ctx, "collection.created", slug, { title: texts.title });
    return { libraryPath: libraryPath({ id, slug, address: null }) };
  });
}

async function findMade(db: Queryable, formKey: string): Promise<{ libraryPath: string } | null> {
  const [made] = await db.select().from(products).where(eq(products.id, formKey));
  return made ? { libraryPath: libraryPath(made) } : null;
}

const isCollection = eq(products.kind, "collection");

/**
 * Changes a collection. A replaced picture is deleted after the commit. Throws not_found, changed_meanwhile, invalid
 * (upload missing, shown without a price), busy.
 */
export async function editCollection(
  ctx: MemberContext,
  { collection: slug, version, removePicture, pictureId: chosen, ...typed }: EditedCollection,
): Promise<{ libraryPath: string }> {
  const uploaded = removePicture ? undefined : chosen;
  const after = { ...typed, pictureId: uploaded ?? null };
  // A picture that someone else has replaced is gone: the form is outdated, which says more than that.
  refuseOutdated({ now: typedIn(await requireCollection(ctx.db, slug)), wanted: after, version });
  await finishPicture(ctx, uploaded);
  return changeCollections(ctx, async (tx) => {
    const before = await requireCollection(tx, slug);
    const changed = changedFields({ now: typedIn(before), wanted: after, version });
    if (changed.length === 0) return { libraryPath: libraryPath(before) };
    if (after.isOn && !before.isPriced) throw new DomainError("invalid", unpriced, { field: "isOn" });
    await claimPicture(tx, uploaded, before.pictureId);
    await tx.update(products).set(after).where(eq(products.id, before.id));
    if (changed.includes("pictureId")) await discardFiles(tx, ctx.clock.now(), [before.pictureId]);
    await audit(tx, ctx, "collection.edited", slug, { changed });
    return { libraryPath: libraryPath(before) };
  });
}

const unpriced = "It has no price yet. Save one beside its recordings first; with 0, it is free.";

/** Completes the upload before the form's transaction. Throws invalid, with the field. */
async function finishPicture(ctx: MemberContext, id: string | undefined): Promise<void> {
  if (id) await withField("picture", finishUpload(ctx, id));
}

const claimPicture = (tx: Transaction, id: string | undefined, before: string | null = null) =>
  claimFile(tx, { id, before, kind: "image", field: "picture" });

/** Moves a collection to a place, from 0. Throws not_found, busy. */
export async function moveCollection(
  ctx: MemberContext,
  { collection: slug, to }: MovedCollection,
): Promise<{ title: string }> {
  return changeCollections(ctx, async (tx) => {
    const before = await readCollections(tx);
    const moved = await requireCollection(tx, slug);
    const order = before.filter(({ id }) => id !== moved.id);
    order.splice(Math.max(0, to), 0, moved);
    const [from, reached] = [before.findIndex(({ id }) => id === moved.id), order.indexOf(moved)];
    if (from === reached) return { title: moved.title };
    // The specified collections have a place of their own in the site's menu, until the instructor orders them.
    const place = sql`array_position(${sql.param(order.map(({ id }) => id))}::uuid[], ${products.id}) - 1`;
    await tx
      .update(products)
      .set({ orderIndex: place, words: sql`${products.words} || jsonb_build_object('menuIndex', ${place})` })
      .where(isCollection);
    await audit(tx, ctx, "collection.moved", slug, { from, to: reached });
    return { title: moved.title };
  });
}

/** Throws not_found, closed (bought, or not empty, or specified), busy. */
export async function deleteCollection(
  ctx: MemberContext,
  { collection: slug }: { collection: string },
): Promise<{ title: string }> {
  return changeCollections(ctx, async (tx) => {
    const collection = await requireCollection(tx, slug);
    await lockProduct(tx, collection.id);
    const kept = await whyKept(tx, collection);
    if (kept) throw new DomainError("closed", kept);
    await tx.delete(products).where(eq(products.id, collection.id));
    await discardFiles(tx, ctx.clock.now(), [collection.pictureId]);
    await audit(tx, ctx, "collection.deleted", slug, { title: collection.title });
    return { title: collection.title };
  });
}

/** Says why a collection can't be deleted. */
async function whyKept(db: Queryable, collection: Collection): Promise<string | null> {
  if (collection.address) return "This collection belongs to the site. Switch it off instead.";
  return reasonToKeep(db, collection);
}

/** Serializes changes, so that two can't take the same address or place. Throws busy. */
const changeCollections = <Value>({ db }: Pick<MemberContext, "db">, work: (tx: Transaction) => Promise<Value>) =>
  withTableLock({ db }, { table: products, name: "collections" }, work);
