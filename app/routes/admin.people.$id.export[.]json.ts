import type { LoaderFunctionArgs } from "@remix-run/node";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { jsonDownload } from "~/server/files.server";

export async function loader(args: LoaderFunctionArgs) {
  const { people } = adminApi(args);
  return jsonDownload("person.json", await load(people.export({ key: idOf(args) })));
}
