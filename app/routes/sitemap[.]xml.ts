import type { LoaderFunctionArgs } from "@remix-run/node";
import { escapeXml, feed } from "~/server/files.server";
import { apiFor, load, siteSettingsOf } from "~/server/api.server";

const pages = ["/", "/live-sessions", "/resources"];

export async function loader(args: LoaderFunctionArgs) {
  const { schedule, recordings, resources, passes, memberships, oneToOne } = apiFor(args);
  const shown = (await load(recordings.listCollections())).filter(({ isShown }) => isShown);
  const [sessions, listed, sold, hasMemberships, offers, ...collections] = await Promise.all([
    load(schedule.listFeed()),
    load(resources.list({ search: "" })),
    load(passes.list()),
    load(memberships.isAnySold()),
    load(oneToOne.list()),
    ...shown.map(({ slug }) => load(recordings.getCollection({ collection: slug }))),
  ]);
  const paths = [
    ...pages,
    ...(await siteSettingsOf(args.context)).pages.map(({ path }) => path),
    ...sessions.map(({ id }) => `/sessions/${id}`),
    ...collections.flatMap(({ path, recordings: series }) => [path, ...series.map(({ id }) => `${path}/${id}`)]),
    ...listed.map(({ id }) => `/resources/${id}`),
    ...(hasMemberships ? ["/memberships"] : []),
    ...(sold.length > 0 ? ["/passes"] : []),
    ...sold.map(({ id }) => `/passes/${id}`),
    ...(offers.length > 0 ? ["/one-to-one"] : []),
    ...offers.map(({ slug }) => `/one-to-one/${slug}`),
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
