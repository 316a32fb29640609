import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiFor, idOf, load } from "~/server/api.server";
import { calendarDownload } from "~/server/calendar-file.server";

/** A booking's calendar file, for whoever has its key or made it. */
export async function loader(args: LoaderFunctionArgs) {
  const key = new URL(args.request.url).searchParams.get("key") ?? undefined;
  return calendarDownload(await load(apiFor(args).calendar.bookingFile({ id: idOf(args), key })));
}
