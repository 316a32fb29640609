import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiFor, load } from "~/server/api.server";
import { calendarFeed } from "~/server/calendar-file.server";

export async function loader(args: LoaderFunctionArgs) {
  const feed = await load(apiFor(args).calendar.scheduleFeed());
  // Not for shared caches, because any answer may renew a cookie.
  return calendarFeed(args.request, feed, { "Cache-Control": "private, max-age=300" });
}
