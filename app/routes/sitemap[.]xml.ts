import type { LoaderFunctionArgs } from "@remix-run/node";
import { collectionPath, recordingPath } from "~/lib/collections";
import { escapeXml, feed } from "~/server/files.server";
import { apiFor, load, siteSettingsOf } from "~/server/api.server";

const pages = ["/", "/live-sessions", "/resources"];

export async function loader(args: LoaderFunctionArgs) {
  const { schedule, recordings, resources } = apiFor(args);
  const shown = await load(recordings.listCollections());
  const [sessions, listed, ...collections] = await Promise.all([
    load(schedule.listFeed()),
    load(resources.list({ search: "" })),
    ...shown.map((collection) => load(recordings.getCollection({ collection }))),
  ]);
  const paths = [
    ...pages,
    ...(await siteSettingsOf(args.context)).pages.map(({ path }) => path),
    ...sessions.map(({ id }) => `/sessions/${id}`),
    ...collections.flatMap(({ collection, recordings: series }) => [
      collectionPath(collection),
      ...series.map(({ id }) => recordingPath(collection, id)),
    ]),
    ...listed.map(({ id }) => `/resources/${id}`),
  ];
  const { siteUrl } = args.context.services.settings;
  const text = [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...paths.map((path) => `<url><loc>${escapeXml(siteUrl + path)}</loc></url>`),
    `</urlset>`,
  ].join("\n");
  return feed(args.request, text, { "Content-Type": "application/xml; charset=utf-8" });
}
