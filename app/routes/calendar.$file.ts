import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiFor, load } from "~/server/api.server";
import { calendarFeed } from "~/server/calendar-file.server";

/** A member's own calendar, `{key}.ics`: whoever has the key may read it, so nobody else may come by it. */
export async function loader(args: LoaderFunctionArgs) {
  const [, key = ""] = /^(.*)\.ics$/.exec(args.params.file ?? "") ?? [];
  const feed = await load(apiFor(args).calendar.memberFeed({ key }));
  return calendarFeed(args.request, feed, { "Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex" });
}
