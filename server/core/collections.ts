import { z } from "zod";

export const collectionName = z.enum(["birth", "stress"]);

export type CollectionName = z.infer<typeof collectionName>;

const titles: Record<CollectionName, string> = { birth: "Birth Recordings", stress: "Stress & Sleep Recordings" };

export const collectionTitle = (collection: CollectionName): string => titles[collection];
