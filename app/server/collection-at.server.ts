import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { collectionPathIn } from "~/lib/collections";
import { apiFor, load } from "./api.server";

/** Returns the collection whose page is asked for. Throws a 404 for any other, and leads to its own address. */
export async function collectionAt(args: Pick<LoaderFunctionArgs, "request" | "context">) {
  const { pathname, search } = new URL(args.request.url);
  const collectionPath = collectionPathIn(pathname);
  const path = collectionPath?.replace(/-purchases$/, "-recordings") ?? pathname;
  const collection = await load(apiFor(args).products.collectionAt({ path }));
  if (args.request.method === "GET" && path !== collection.path)
    throw redirect(ownAddress(collection, pathname) + search, 301);
  return collection;
}

type CollectionPaths = { path: string; buyersPath: string };

/** Returns a page of a collection at the collection's own address. */
function ownAddress({ path, buyersPath }: CollectionPaths, pathname: string): string {
  if (/^\/admin\/collections\/[^/]+\/purchases\/?$/i.test(pathname)) return buyersPath;
  return pathname.replace(/\/collections\/[^/]+/i, path);
}
