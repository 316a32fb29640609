import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ProductKind } from "@server/catalogue/products/kinds/kind";
import { officeRef } from "~/server/schemas.server";

/** Returns the kind of product that a page of the back office is about. Throws a 404. */
export function kindAt({ params }: Pick<LoaderFunctionArgs, "params">): ProductKind {
  const { kind = "" } = params;
  const known = officeRef.shape.kind.safeParse(kind.replaceAll("-", "_"));
  // Each page has one address.
  if (known.success && !kind.includes("_")) return known.data;
  throw new Response("Not Found", { status: 404 });
}
