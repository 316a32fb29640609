import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { listPathOf } from "~/features/admin/products/words";
import { plainPath } from "~/lib/collections";
import { requireAdmin } from "~/server/auth.server";

const kinds = {
  passes: "pass",
  "gift-cards": "gift_card",
  courses: "course",
  memberships: "membership",
  collections: "collection",
  resources: "resource",
} as const;

/** Leads from an earlier address of a product's page in the back office to that of today, also what is posted there. */
function leadOn(args: LoaderFunctionArgs): Response {
  requireAdmin(args);
  const { pathname, search } = new URL(args.request.url);
  const [list = "", ...rest] = plainPath(pathname)
    .replace("/admin/", "")
    .replace(/\/edit$/, "")
    .split("/");
  const [, kind] = Object.entries(kinds).find(([earlier]) => earlier === list) ?? [];
  if (!kind) throw new Response("Not Found", { status: 404 });
  return redirect([listPathOf(kind), ...rest].join("/") + search, 308);
}

export const loader = leadOn;
export const action = leadOn;
