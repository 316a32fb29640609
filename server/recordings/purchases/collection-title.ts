import type { CollectionName } from "../schemas";

const titles: Record<CollectionName, string> = { birth: "Birth Recordings", stress: "Stress & Sleep Recordings" };

/** What a collection is called in mails and on payment pages. */
export const collectionTitle = (collection: CollectionName): string => titles[collection];
