import { z } from "zod";

export const collectionName = z.enum(["birth", "stress"]);

export type CollectionName = z.infer<typeof collectionName>;

const titles: Record<CollectionName, string> = { birth: "Birth Recordings", stress: "Stress & Sleep Recordings" };

export const collectionTitle = (collection: CollectionName): string => titles[collection];

type PurchasedItem = { collection: CollectionName | null; resourceTitle: string | null };

export const itemTitle = ({ collection, resourceTitle }: PurchasedItem): string =>
  collection ? titles[collection] : (resourceTitle ?? "Learning resource");

export const itemInText = (item: PurchasedItem): string =>
  item.collection ? `the ${itemTitle(item)}` : `“${itemTitle(item)}”`;
