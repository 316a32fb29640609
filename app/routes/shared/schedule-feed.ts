import type { LoaderFunctionArgs } from "@remix-run/node";
import type { FeedEntry } from "@server/catalogue/schedule/schemas";
import type { Site } from "~/lib/site";
import { apiFor, load, siteSettingsOf } from "~/server/api.server";
import { escapeXml, feed } from "~/server/files.server";

/** Serves the schedule as /feed.json, /feed.xml and /feed.atom. */
export async function loader(args: LoaderFunctionArgs) {
  const [entries, { name, tagline }] = await Promise.all([
    load(apiFor(args).schedule.listFeed()),
    siteSettingsOf(args.context),
  ]);
  const { write, type } = formatOf(new URL(args.request.url).pathname);
  const text = write(entries, { name, tagline, url: args.context.services.settings.siteUrl });
  return feed(args.request, text, {
    "Content-Type": `application/${type}; charset=utf-8`,
    // Scripts of other websites may read it: it holds what everyone may know.
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
  });
}

function formatOf(path: string) {
  if (/\.xml$/i.test(path)) return { write: rssFeed, type: "rss+xml" };
  return /\.atom$/i.test(path) ? { write: atomFeed, type: "atom+xml" } : { write: jsonFeed, type: "feed+json" };
}

type FeedSite = Pick<Site, "name" | "tagline" | "url">;

const titleOf = ({ title, when }: FeedEntry) => `${title}: ${when}`;
const textOf = ({ summary, place }: FeedEntry) => [place, summary].filter(Boolean).join(". ");

/** Returns the schedule as a JSON feed, version 1.1 (https://www.jsonfeed.org/version/1.1). */
const jsonFeed = (entries: FeedEntry[], { name, tagline, url }: FeedSite): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: `${name}: live sessions`,
    description: tagline,
    home_page_url: url,
    feed_url: `${url}/feed.json`,
    language: "en",
    items: entries.map((entry) => ({
      id: entry.id,
      url: `${url}/sessions/${entry.id}`,
      title: titleOf(entry),
      content_text: textOf(entry),
      date_published: entry.publishedAt,
      ...(entry.category && { tags: [entry.category] }),
    })),
  });

/** Returns the schedule as RSS 2.0 (https://www.rssboard.org/rss-specification). */
const rssFeed = (entries: FeedEntry[], { name, tagline, url }: FeedSite): string =>
  [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>`,
    `<title>${escapeXml(`${name}: live sessions`)}</title>`,
    `<link>${escapeXml(url)}</link>`,
    `<description>${escapeXml(tagline)}</description>`,
    `<language>en</language>`,
    `<atom:link href="${escapeXml(url)}/feed.xml" rel="self" type="application/rss+xml"/>`,
    ...entries.map((entry) => rssItem(entry, `${url}/sessions/${entry.id}`)),
    `</channel></rss>`,
  ].join("\n");

const rssItem = (entry: FeedEntry, address: string): string =>
  [
    `<item><title>${escapeXml(titleOf(entry))}</title>`,
    `<link>${escapeXml(address)}</link><guid>${escapeXml(address)}</guid>`,
    `<pubDate>${new Date(entry.publishedAt).toUTCString()}</pubDate>`,
    entry.category ? `<category>${escapeXml(entry.category)}</category>` : "",
    `<description>${escapeXml(textOf(entry))}</description></item>`,
  ].join("");

/** Returns the schedule as an Atom feed (RFC 4287). */
function atomFeed(entries: FeedEntry[], { name, url }: FeedSite): string {
  const newest =
    entries
      .map(({ publishedAt }) => publishedAt)
      .sort()
      .at(-1) ?? "1970-01-01T00:00:00.000Z";
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">`,
    `<title>${escapeXml(`${name}: live sessions`)}</title>`,
    `<id>${escapeXml(url)}/</id><updated>${newest}</updated>`,
    `<author><name>${escapeXml(name)}</name></author>`,
    `<link href="${escapeXml(url)}/"/><link rel="self" type="application/atom+xml" href="${escapeXml(url)}/feed.atom"/>`,
    ...entries.map((entry) => atomEntry(entry, `${url}/sessions/${entry.id}`)),
    `</feed>`,
  ].join("\n");
}

const atomEntry = (entry: FeedEntry, address: string): string =>
  [
    `<entry><title>${escapeXml(titleOf(entry))}</title>`,
    `<id>urn:uuid:${entry.id}</id><link href="${escapeXml(address)}"/>`,
    `<published>${entry.publishedAt}</published><updated>${entry.publishedAt}</updated>`,
    entry.category ? `<category term="${escapeXml(entry.category)}"/>` : "",
    `<summary>${escapeXml(textOf(entry))}</summary></entry>`,
  ].join("");
