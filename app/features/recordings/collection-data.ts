import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import type { CollectionPage, RecordingPage } from "@server/selling/recordings/schemas";
import { errorMeta, pageMeta, siteOf, pageTitle } from "~/lib/page-meta";
import type { Site } from "~/lib/site";
import type { loadCollection, loadRecording } from "./collections.server";

/** Search engines get this duration of a recording until its own is known. */
const assumedDuration = "PT15M";

export function collectionData({ texts, path, length, recordings }: CollectionPage, site: Site) {
  const { title, description } = texts;
  return {
    "@context": "https://schema.org",
    "@type": "CollectionPage",
    name: title,
    description,
    url: site.url + path,
    ...(length.iso && { timeRequired: length.iso }),
    mainEntity: {
      "@type": "ItemList",
      itemListElement: recordings.map(({ id, number, title: name }) => ({
        "@type": "ListItem",
        position: number,
        name,
        url: `${site.url}${path}/${id}`,
      })),
    },
  };
}

/** Returns the schema.org/VideoObject or AudioObject of a recording, without the address of its file. */
export function recordingData(recording: RecordingPage, site: Site) {
  const {
    seriesPath: path,
    series,
    id,
    title,
    description,
    image,
    publishedAt,
    isFree,
    isHeardOnly,
    duration,
  } = recording;
  return {
    "@context": "https://schema.org",
    "@type": isHeardOnly ? "AudioObject" : "VideoObject",
    name: title,
    description: description ?? series.description,
    url: `${site.url}${path}/${id}`,
    thumbnailUrl: [new URL(image, site.url).href],
    uploadDate: publishedAt,
    duration: duration?.iso ?? assumedDuration,
    isAccessibleForFree: isFree,
    publisher: { "@type": "Organization", name: site.name, url: site.url },
  };
}

type CollectionLoader = (args: LoaderFunctionArgs) => ReturnType<typeof loadCollection>;

export const collectionMeta: MetaFunction<CollectionLoader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site);
  const { collection, path, texts } = data.page;
  const { title, description } = texts;
  const image = { path: `/share/collections/${collection}.png`, alt: title };
  return pageMeta({ title: pageTitle(title, site), description, path, image }, site);
};

type Loader = (args: LoaderFunctionArgs) => ReturnType<typeof loadRecording>;

export const recordingMeta: MetaFunction<Loader> = ({ data: recording, error, matches }) => {
  const site = siteOf(matches);
  if (!recording) return errorMeta(error, site, "Recording Not Found");
  const { seriesPath, series, id, title, description } = recording;
  return pageMeta(
    {
      title: pageTitle(title, site),
      description: description ?? series.description,
      path: `${seriesPath}/${id}`,
      type: "article",
      image: { path: `/share/recordings/${id}.png`, alt: title },
    },
    site,
  );
};
