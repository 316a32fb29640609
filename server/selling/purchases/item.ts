import type { Queryable, Transaction } from "@db/client";
import { collectionPurchases, recordings, resourceFiles, resources } from "@db/schema";
import { and, eq, gt, isNull, type SQL } from "drizzle-orm";
import { whereBought } from "../../core/bought";
import type { SessionUser } from "../../core/context";
import { DomainError, present } from "../../core/errors";
import type { CollectionName, CollectionSettings } from "../../core/items";
import type { Money } from "../../core/money";
import { readSiteSettings } from "../../core/site-settings";
import { collectionPrice, requireForSale } from "../../content/recordings/collection";
import type { PurchaseItem } from "./schemas";
import type { Purchase } from "./transitions";

export const itemOf = ({ collection, resourceId }: Pick<Purchase, "collection" | "resourceId">): PurchaseItem =>
  resourceId === null ? { collection: present(collection, "the collection of a purchase") } : { resourceId };

export const isOfItem = (item: PurchaseItem): SQL =>
  "collection" in item
    ? eq(collectionPurchases.collection, item.collection)
    : eq(collectionPurchases.resourceId, item.resourceId);

type ItemForSale = {
  price: Money;
  columns: Pick<Purchase, "collection" | "collectionTitle" | "resourceId" | "resourceTitle">;
};

type Reading = Parameters<typeof readSiteSettings>[0];

/** Throws not_found for what is not sold: a collection that is empty or off, a resource that is free, withdrawn or without files. */
export async function requireItem(reading: Reading, item: PurchaseItem): Promise<ItemForSale> {
  const { db } = reading;
  if ("resourceId" in item) return requireResource(db, item.resourceId);
  const { collections: settings } = await readSiteSettings(reading);
  await requireForSale(db, { ...item, settings });
  return { price: await collectionPrice(db, item.collection), columns: ofCollection(item, settings) };
}

/** Returns what a purchase stores of its collection. */
export const ofCollection = ({ collection }: { collection: CollectionName }, settings: CollectionSettings) => ({
  collection,
  collectionTitle: settings[collection].name || null,
  resourceId: null,
  resourceTitle: null,
});

async function requireResource(db: Queryable, id: string): Promise<ItemForSale> {
  const isForSale = and(eq(resources.id, id), isNull(resources.withdrawnAt), gt(resources.priceMinor, 0));
  const [found] = await db.select().from(resources).where(isForSale);
  if (!found || !(await hasContent(db, { resourceId: id })))
    throw new DomainError("not_found", "This resource is not for sale.");
  const { title, priceMinor: amountMinor, priceCurrency: currency } = found;
  const columns = { collection: null, collectionTitle: null, resourceId: id, resourceTitle: title };
  return { price: { amountMinor, currency }, columns };
}

/** Returns whether a purchase would open anything: the recordings of a collection, or the files of a resource. */
export async function hasContent(db: Queryable, item: PurchaseItem): Promise<boolean> {
  if ("collection" in item) return (await db.$count(recordings, eq(recordings.collection, item.collection))) > 0;
  return (await db.$count(resourceFiles, eq(resourceFiles.resourceId, item.resourceId))) > 0;
}

/** Keeps a resource from being deleted until its purchase is stored. */
export async function lockItem(tx: Transaction, item: PurchaseItem): Promise<void> {
  if ("resourceId" in item) await tx.select().from(resources).where(eq(resources.id, item.resourceId)).for("key share");
}

export async function ownsItem(
  db: Queryable,
  user: Pick<SessionUser, "id" | "role">,
  item: PurchaseItem,
): Promise<boolean> {
  if (user.role === "admin") return true;
  return (await db.$count(collectionPurchases, and(whereBought(user), isOfItem(item)))) > 0;
}

export const itemKey = ({ collection, resourceId }: Pick<Purchase, "collection" | "resourceId">): string =>
  collection ?? resourceId ?? "";

export async function ownedItems(db: Queryable, userId: string): Promise<Set<string>> {
  const owned = await db
    .select()
    .from(collectionPurchases)
    .where(whereBought({ id: userId }));
  return new Set(owned.map(itemKey));
}

export const nounOf = ({ collection }: Pick<Purchase, "collection">): "collection" | "resource" =>
  collection ? "collection" : "resource";
