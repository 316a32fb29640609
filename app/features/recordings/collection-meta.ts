import type { RecordingPage } from "@server/recordings/schemas";
import type { CollectionName } from "@server/core/collections";
import { collectionTexts, recordingPath } from "../../lib/collections";
import { errorMeta, pageMeta, siteOf, titled } from "../../lib/page-meta";

type Matches = Parameters<typeof siteOf>[0];

/** A series in tabs, in search engines and where it is shared. */
export function collectionMeta(collection: CollectionName, isLoaded: boolean, error: unknown, matches: Matches) {
  const site = siteOf(matches);
  if (!isLoaded) return errorMeta(error, site);
  const { title, description, path } = collectionTexts[collection];
  return pageMeta({ title: titled(title, site), description, path }, site);
}

/** The same for one recording. */
export function recordingMeta(recording: RecordingPage | undefined, error: unknown, matches: Matches) {
  const site = siteOf(matches);
  if (!recording) return errorMeta(error, site, "Recording Not Found");
  const { collection, id, title, description } = recording;
  return pageMeta(
    {
      title: titled(title, site),
      description: description ?? collectionTexts[collection].description,
      path: recordingPath(collection, id),
      type: "article",
    },
    site,
  );
}
