import type { Queryable, Transaction } from "@db/client";
import { products, purchases, recordings } from "@db/schema";
import { count, eq, max, sql } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { refuseOutdated, versionOf } from "../../core/forms";
import { formatPrice } from "../../core/money";
import { audit } from "../../core/record-audit";
import { withTableLock } from "../../core/transaction";
import { type Collection, priceOf, readCollections, requireCollection } from "./catalogue";
import { kinds } from "./kinds";
import { lockProduct } from "./lock";
import { buyersPath, libraryPath } from "./paths";
import type { EditedCollection, ListedCollection, MovedCollection, NewCollection, OpenedCollection } from "./schemas";
import { textsOf } from "./words";

export async function listAllCollections({ db }: Pick<Context, "db">): Promise<ListedCollection[]> {
  const counted = await db
    .select({ productId: recordings.productId, recordings: count() })
    .from(recordings)
    .groupBy(recordings.productId);
  return (await readCollections(db)).map((collection) => ({
    ...{ slug: collection.slug, title: collection.title, isOn: collection.isOn },
    path: kinds.collection.pathOf(collection),
    libraryPath: libraryPath(collection),
    price: formatPrice(priceOf(collection)),
    recordings: counted.find(({ productId }) => productId === collection.id)?.recordings ?? 0,
  }));
}

/** The pages of collections in the back office's menu, with words by which its search finds them. */
export type CollectionPages = {
  slug: string;
  library: { title: string; path: string; text: string | null; search: string };
  buyers: { title: string; path: string; text: string | null; search: string };
}[];

const librarySearch = "videos upload film price collection course series";
/** What each library has, also one whose other words are stored. */
const mediaSearch = "audio sound listen captions subtitles transcript chapters length opens drip";
const buyersSearch = "access who bought grant free sales collection";

export async function listCollectionPages({ db }: Pick<Context, "db">): Promise<CollectionPages> {
  return (await readCollections(db)).map((collection) => {
    const { slug, title, words } = collection;
    return {
      slug,
      library: {
        title: words?.libraryTitle ?? title,
        path: libraryPath(collection),
        text: words?.libraryText ?? null,
        search: `${words?.librarySearch ?? librarySearch} ${mediaSearch}`,
      },
      buyers: {
        title: words?.buyersTitle ?? `${title}: purchases`,
        path: buyersPath(collection),
        text: words?.buyersText ?? null,
        search: words?.buyersSearch ?? buyersSearch,
      },
    };
  });
}

export async function getCollectionForm(
  { db }: Pick<Context, "db">,
  { collection: slug }: { collection: string },
): Promise<OpenedCollection> {
  const collection = await requireCollection(db, slug);
  const { title, description, isOn } = collection;
  const plate = collection.plate ?? "other";
  return {
    ...{ slug, title, description, isOn, plate },
    path: kinds.collection.pathOf(collection),
    libraryPath: libraryPath(collection),
    standIn: textsOf({ ...collection, description: "" }).lede,
    kept: await reasonToKeep(db, collection),
    version: versionOf(typedIn(collection)),
  };
}

const typedIn = ({ title, description, isOn, plate }: Collection) => ({ title, description, isOn, plate });

/** The price until the instructor sets one. */
const firstPrice = { priceMinor: 6000, priceCurrency: "EUR" } as const;

/** Adds an empty collection at the end. The form key becomes its id, so posting twice adds it once. Throws invalid (address taken), busy. */
export async function createCollection(
  ctx: MemberContext,
  { formKey: id, slug, ...texts }: NewCollection,
): Promise<{ libraryPath: string }> {
  const path = libraryPath({ id, slug, address: null });
  return changeCollections(ctx, async (tx) => {
    if ((await tx.$count(products, eq(products.id, id))) > 0) return { libraryPath: path };
    if ((await tx.$count(products, eq(products.slug, slug))) > 0) {
      throw new DomainError("invalid", "Another collection has this address.", { field: "slug" });
    }
    const [last] = await tx
      .select({ index: max(products.orderIndex) })
      .from(products)
      .where(isCollection);
    await tx.insert(products).values({
      ...{ id, slug, kind: "collection", ...texts, ...firstPrice },
      orderIndex: (last?.index ?? -1) + 1,
      createdAt: ctx.clock.now(),
    });
    await audit(tx, ctx, "collection.created", slug, { title: texts.title });
    return { libraryPath: path };
  });
}

const isCollection = eq(products.kind, "collection");

/** Throws not_found, changed_meanwhile, busy. */
export async function editCollection(
  ctx: MemberContext,
  { collection: slug, version, title, description, plate, isOn }: EditedCollection,
): Promise<void> {
  await changeCollections(ctx, async (tx) => {
    const before = await requireCollection(tx, slug);
    const after = { title, description, plate, isOn };
    refuseOutdated({ now: typedIn(before), wanted: after, version });
    const keys = Object.keys(after) as (keyof typeof after)[];
    const changed = keys.filter((key) => after[key] !== before[key]);
    if (changed.length === 0) return;
    await tx.update(products).set(after).where(eq(products.id, before.id));
    await audit(tx, ctx, "collection.edited", slug, { changed });
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
    await tx
      .update(products)
      .set({
        orderIndex: sql`array_position(${sql.param(order.map(({ id }) => id))}::uuid[], ${products.id}) - 1`,
        words: sql`${products.words} || jsonb_build_object('menuIndex', array_position(${sql.param(order.map(({ id }) => id))}::uuid[], ${products.id}) - 1)`,
      })
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
    const kept = await reasonToKeep(tx, collection);
    if (kept) throw new DomainError("closed", kept);
    await tx.delete(products).where(eq(products.id, collection.id));
    await audit(tx, ctx, "collection.deleted", slug, { title: collection.title });
    return { title: collection.title };
  });
}

/** Says why a collection can't be deleted. */
async function reasonToKeep(db: Queryable, { id, address }: Collection): Promise<string | null> {
  if (address) return "This collection belongs to the site. Switch it off instead.";
  if ((await db.$count(purchases, eq(purchases.productId, id))) > 0) {
    return "Someone has bought this collection, or began to. Switch it off instead.";
  }
  if ((await db.$count(recordings, eq(recordings.productId, id))) > 0) {
    return "This collection has recordings. Delete them first, or switch it off.";
  }
  return null;
}

/** Serializes changes, so that two can't take the same address or place. Throws busy. */
const changeCollections = <Value>({ db }: Pick<MemberContext, "db">, work: (tx: Transaction) => Promise<Value>) =>
  withTableLock({ db }, { table: products, name: "collections" }, work);
