import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiFor, load } from "~/server/api.server";
import { calendarFeed } from "~/server/files.server";

export async function loader(args: LoaderFunctionArgs) {
  return calendarFeed(args.request, await load(apiFor(args).calendar.scheduleFeed()), {});
}
