import type { LoaderFunctionArgs } from "@remix-run/node";
import { jsonFeed } from "~/features/schedule/schedule-feed";
import { apiFor, load, siteSettingsOf } from "~/server/api.server";
import { feed } from "~/server/feed.server";

export async function loader(args: LoaderFunctionArgs) {
  const [entries, { name, tagline }] = await Promise.all([
    load(apiFor(args).schedule.listFeed()),
    siteSettingsOf(args.context),
  ]);
  const text = jsonFeed(entries, { name, tagline, url: args.context.services.settings.siteUrl });
  return feed(args.request, text, { "Content-Type": "application/feed+json; charset=utf-8" });
}
