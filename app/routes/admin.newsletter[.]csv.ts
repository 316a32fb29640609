import type { LoaderFunctionArgs } from "@remix-run/node";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { csvDownload } from "~/server/files.server";

export async function loader(args: LoaderFunctionArgs) {
  const { newsletter } = adminApi(args);
  return csvDownload<string>("newsletter.csv", (after) => load(newsletter.exportConsents({ after })));
}
