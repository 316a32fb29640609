import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiFor, idOf, load } from "~/server/api.server";
import { keyOf } from "~/server/auth.server";
import { calendarDownload } from "~/server/files.server";

export async function loader(args: LoaderFunctionArgs) {
  return calendarDownload(await load(apiFor(args).courses.getFile({ purchaseId: idOf(args), key: keyOf(args) })));
}
