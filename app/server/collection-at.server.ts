import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { collectionPathIn, plainPath } from "~/lib/collections";
import { apiFor, load } from "./api.server";
import { adminApi } from "./auth.server";

type Args = Pick<LoaderFunctionArgs, "request" | "context">;

/** Returns the collection whose page is asked for. Throws a 404 for any other, and leads to its own address. */
export async function collectionAt(args: Args) {
  const { pathname } = new URL(args.request.url);
  const path = collectionPathIn(pathname) ?? pathname;
  const collection = await load(apiFor(args).products.collectionAt({ path }));
  if (path !== collection.path) leadTo(args, plainPath(pathname).replace(path, collection.path));
  return collection;
}

/** Returns the collection whose page of the back office is asked for, likewise. */
export async function officeCollectionAt(args: Args) {
  const { pathname } = new URL(args.request.url);
  const path = collectionPathIn(pathname) ?? pathname;
  const isOwn = !path.startsWith("/collections/");
  const ofRecordings = isOwn ? path.replace(/-purchases$/, "-recordings") : path;
  const collection = await load(adminApi(args).products.officeCollectionAt({ path: ofRecordings }));
  if (ofRecordings !== collection.path) {
    const isOfBuyers = /^\/admin\/collections\/[^/]+\/purchases\/?$/.test(plainPath(pathname));
    leadTo(args, isOfBuyers ? collection.buyers.path : plainPath(pathname).replace(path, collection.path));
  }
  return collection;
}

/** A posted form is answered where it was sent. */
function leadTo({ request }: Args, address: string): void {
  if (request.method === "GET") throw redirect(address + new URL(request.url).search, 301);
}
