import type { LoaderFunctionArgs } from "@remix-run/node";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { csvDownload } from "~/server/files.server";

type Cursor = { isGuest: boolean; address: string };

export async function loader(args: LoaderFunctionArgs) {
  const { people } = adminApi(args);
  return csvDownload<Cursor>("people.csv", (after) => load(people.exportAll({ after })));
}
