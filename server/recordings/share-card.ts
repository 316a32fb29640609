import { recordings } from "@db/schema";
import { eq } from "drizzle-orm";
import type { ShareCard } from "../artwork/draw-share-card";
import type { SeriesCategory } from "../artwork/plate";
import { type CollectionName, collectionTitle } from "../core/collections";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";

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
    .select({ title: recordings.title, collection: recordings.collection })
    .from(recordings)
    .where(eq(recordings.id, id));
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
