import type { Transaction } from "@db/client";
import { products, recordings } from "@db/schema";
import { count, eq, max, sql } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { DomainError, withField } from "../../core/errors";
import { refuseOutdated } from "../../core/forms";
import { formatPrice } from "../../core/money";
import { audit } from "../../core/record-audit";
import { withTableLock } from "../../core/transaction";
import { finishUpload } from "../../platform/media/keep-upload";
import { claimFile, discardFiles } from "../../platform/media/media-files";
import { type Collection, priceOf, readCollections, requireCollection, requireProduct } from "./catalogue";
import type { collectionForm } from "./collection-form";
import { kinds } from "./kinds";
import { addProduct, changeProduct } from "./manage-product";
import type { EditedOf, NewOf } from "./office/form";
import type { SavedProduct } from "./office/product-office";
import { type OfficePages, officePagesOf } from "./office-pages";
import { libraryPath } from "./paths";
import type { ListedCollection, MovedCollection } from "./schemas";
import { deleteProduct } from "./unsold";

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

/** Returns a collection as its form states it: what two admins may not change at the same time. */
export const collectionOf = ({ title, description, isOn, plate, pictureId }: Collection) => ({
  title,
  description,
  isOn,
  plate,
  pictureId,
});

/** A new collection has no price until the instructor types one. */
const noPrice = { isPriced: false, priceMinor: 0, priceCurrency: "GBP" } as const;

/** Serializes changes, so that two can't take the same address or place. Throws busy. */
const changeCollections = <Value>({ db }: Pick<MemberContext, "db">, work: (tx: Transaction) => Promise<Value>) =>
  withTableLock({ db }, { table: products, name: "collections" }, work);

const keeping = { kind: "collection", within: changeCollections } as const;

/**
 * Adds an empty collection at the end, switched off: it is not sold before the instructor has filled it. The form key
 * becomes its id, so posting twice adds it once. Throws invalid (address taken, upload missing), busy.
 */
export async function createCollection(
  ctx: MemberContext,
  { formKey: id, slug, pictureId: uploaded, ...texts }: NewOf<typeof collectionForm>,
): Promise<SavedProduct> {
  const done = await addProduct(ctx, keeping, {
    id,
    subject: slug,
    finish: () => finishPicture(ctx, uploaded),
    async plan(tx) {
      if ((await tx.$count(products, eq(products.slug, slug))) > 0) {
        throw new DomainError("invalid", "Another collection has this address.", { field: "slug" });
      }
      const pictureId = await claimPicture(tx, uploaded);
      const [last] = await tx
        .select({ index: max(products.orderIndex) })
        .from(products)
        .where(isCollection);
      const orderIndex = (last?.index ?? -1) + 1;
      return { stated: texts, product: { slug, ...texts, ...noPrice, isOn: false, pictureId, orderIndex } };
    },
  });
  const made = await requireProduct(ctx.db, id);
  return done.outcome === "saved" ? { ...done, to: libraryPath(made) } : done;
}

const isCollection = eq(products.kind, "collection");

/**
 * Changes a collection. A replaced picture is deleted after the commit. Throws not_found, changed_meanwhile, invalid
 * (upload missing, shown without a price), busy.
 */
export async function editCollection(
  ctx: MemberContext,
  slug: string,
  { version, removePicture, pictureId: chosen, ...typed }: EditedOf<typeof collectionForm>,
): Promise<SavedProduct> {
  const uploaded = removePicture ? undefined : chosen;
  const after = { ...typed, pictureId: uploaded ?? null };
  const opened = await requireCollection(ctx.db, slug);
  // A picture that someone else has replaced is gone: the form is outdated, which says more than that.
  refuseOutdated({ now: collectionOf(opened), wanted: after, version });
  await finishPicture(ctx, uploaded);
  const done = await changeProduct(ctx, keeping, {
    id: opened.id,
    subject: slug,
    version,
    read: (tx) => requireCollection(tx, slug),
    stated: collectionOf,
    plan: (tx, { isPriced, pictureId: before }) => ({
      stated: after,
      product: after,
      async storeTerms() {
        if (after.isOn && !isPriced) throw new DomainError("invalid", unpriced, { field: "isOn" });
        await claimPicture(tx, uploaded, before);
      },
      ...(before !== after.pictureId && {
        async changeHeld() {
          await discardFiles(tx, ctx.clock.now(), [before]);
          return {};
        },
      }),
    }),
  });
  return done.outcome === "saved" ? { ...done, to: libraryPath(opened) } : done;
}

const unpriced = "It has no price yet. Save one beside its recordings first; with 0, it is free.";

/** Completes the upload before the form's transaction. Throws invalid, with the field. */
async function finishPicture(ctx: MemberContext, id: string | undefined): Promise<void> {
  if (id) await withField("picture", finishUpload(ctx, id));
}

const claimPicture = (tx: Transaction, id: string | undefined, before: string | null = null) =>
  claimFile(tx, { id, before, kind: "image", field: "picture" });

/** Throws not_found, closed (bought, or not empty, or specified), busy. */
export async function deleteCollection(ctx: MemberContext, slug: string) {
  const { id } = await requireCollection(ctx.db, slug);
  return deleteProduct(ctx, {
    id,
    ...keeping,
    subject: slug,
    takeFiles: (_tx, { pictureId }) => Promise.resolve([pictureId]),
  });
}

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
