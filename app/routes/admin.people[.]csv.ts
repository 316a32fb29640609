import type { LoaderFunctionArgs } from "@remix-run/node";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { csvDownload } from "~/server/files.server";

export async function loader(args: LoaderFunctionArgs) {
  const { people } = adminApi(args);
  return csvDownload<number>(args.request, "people.csv", (offset) => load(people.exportAll({ offset: offset ?? 0 })));
}
