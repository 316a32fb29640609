import type { CollectionPage, RecordingPage } from "@server/recordings/schemas";
import { collectionTexts, recordingPath } from "../../lib/collections";
import type { Site } from "../../lib/site";

/** Search engines are told a quarter of an hour, whatever the recording. */
const assumedDuration = "PT15M";

/** A series as search engines read it. */
export function collectionData({ collection, recordings }: CollectionPage, site: Site) {
  const { title, description, path } = collectionTexts[collection];
  return {
    "@context": "https://schema.org",
    "@type": "CollectionPage",
    name: title,
    description,
    url: site.url + path,
    mainEntity: {
      "@type": "ItemList",
      itemListElement: recordings.map(({ id, number, title: name }) => ({
        "@type": "ListItem",
        position: number,
        name,
        url: site.url + recordingPath(collection, id),
      })),
    },
  };
}

/** A recording as search engines read it (schema.org/VideoObject). The video's own address is no part of it. */
export function recordingData(recording: RecordingPage, site: Site) {
  const { collection, id, title, description, image, publishedAt, isFree } = recording;
  return {
    "@context": "https://schema.org",
    "@type": "VideoObject",
    name: title,
    description: description ?? collectionTexts[collection].description,
    url: site.url + recordingPath(collection, id),
    thumbnailUrl: [new URL(image, site.url).href],
    uploadDate: publishedAt,
    duration: assumedDuration,
    isAccessibleForFree: isFree,
    publisher: { "@type": "Organization", name: site.name, url: site.url },
  };
}
