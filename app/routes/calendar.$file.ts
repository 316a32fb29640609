import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiFor, load } from "~/server/api.server";
import { calendarFeed } from "~/server/files.server";

/** Serves a member's calendar, `{key}.ics`. The key alone gives access, so no shared cache may keep the answer. */
export async function loader(args: LoaderFunctionArgs) {
  const [, key = ""] = /^(.*)\.ics$/.exec(args.params.file ?? "") ?? [];
  const known = args.request.headers.get("If-None-Match") ?? undefined;
  const feed = await load(apiFor(args).calendar.memberFeed({ key, known }));
  return calendarFeed(args.request, feed, { "Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex" });
}
