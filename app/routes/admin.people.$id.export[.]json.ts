import type { LoaderFunctionArgs } from "@remix-run/node";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";

/** Downloads what the site knows about a person; must not be cached. */
export async function loader(args: LoaderFunctionArgs) {
  const { people } = adminApi(args);
  const data = await load(people.export({ key: idOf(args) }));
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="person.json"',
      "Cache-Control": "no-store",
    },
  });
}
