import type { LoaderFunctionArgs } from "@remix-run/node";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { csvDownload } from "~/server/files.server";

type Cursor = { createdAt: string; id: string };

export async function loader(args: LoaderFunctionArgs) {
  const { orders } = adminApi(args);
  const filter = Object.fromEntries(new URL(args.request.url).searchParams);
  return csvDownload<Cursor>("orders.csv", (after) => load(orders.export({ ...filter, after })));
}
