import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiFor, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";

export async function loader(args: LoaderFunctionArgs) {
  return download(args);
}

export async function action(args: ActionFunctionArgs) {
  return download(args);
}

/** Downloads all data of the signed-in user; must not be cached. */
async function download(args: LoaderFunctionArgs) {
  requireMember(args);
  const data = await load(apiFor(args).profile.exportData());
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="my-data.json"',
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
