import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiFor, idOf, load } from "~/server/api.server";
import { calendarDownload } from "~/server/files.server";

/** Sends a booking's calendar file, which needs the booking's key or its member. */
export async function loader(args: LoaderFunctionArgs) {
  const key = new URL(args.request.url).searchParams.get("key") ?? undefined;
  return calendarDownload(await load(apiFor(args).calendar.bookingFile({ id: idOf(args), key })));
}
