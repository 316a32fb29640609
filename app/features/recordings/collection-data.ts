import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import type { CollectionPage, RecordingPage } from "@server/content/recordings/schemas";
import { collectionOf, collectionTexts, recordingPath } from "~/lib/collections";
import { errorMeta, pageMeta, siteOf, titled } from "~/lib/page-meta";
import type { Site } from "~/lib/site";
import type { loadRecording } from "./collections.server";

/** Search engines get this duration for every recording. */
const assumedDuration = "PT15M";

export function collectionData({ collection, recordings }: CollectionPage, site: Site) {
  const { title, description, path } = collectionTexts(collection, site);
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

/** Returns the schema.org/VideoObject of a recording, without the address of the video. */
export function recordingData(recording: RecordingPage, site: Site) {
  const { collection, id, title, description, image, publishedAt, isFree } = recording;
  return {
    "@context": "https://schema.org",
    "@type": "VideoObject",
    name: title,
    description: description ?? collectionTexts(collection, site).description,
    url: site.url + recordingPath(collection, id),
    thumbnailUrl: [new URL(image, site.url).href],
    uploadDate: publishedAt,
    duration: assumedDuration,
    isAccessibleForFree: isFree,
    publisher: { "@type": "Organization", name: site.name, url: site.url },
  };
}

export const collectionMeta: MetaFunction = ({ data, error, location, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site);
  const collection = collectionOf(location);
  const { title, description, path } = collectionTexts(collection, site);
  const image = { path: `/share/collections/${collection}.png`, alt: title };
  return pageMeta({ title: titled(title, site), description, path, image }, site);
};

type Loader = (args: LoaderFunctionArgs) => ReturnType<typeof loadRecording>;

export const recordingMeta: MetaFunction<Loader> = ({ data: recording, error, matches }) => {
  const site = siteOf(matches);
  if (!recording) return errorMeta(error, site, "Recording Not Found");
  const { collection, id, title, description } = recording;
  return pageMeta(
    {
      title: titled(title, site),
      description: description ?? collectionTexts(collection, site).description,
      path: recordingPath(collection, id),
      type: "article",
      image: { path: `/share/recordings/${id}.png`, alt: title },
    },
    site,
  );
};
