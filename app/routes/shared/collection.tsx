import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { loadCollection } from "~/features/recordings/collections.server";
import { buyItem, collectionSale } from "~/features/purchases/purchase.server";
import { collectionOf } from "~/lib/collections";

export { collectionMeta as meta } from "~/features/recordings/collection-data";
export {
  CollectionErrorScreen as ErrorBoundary,
  CollectionScreen as default,
} from "~/features/recordings/collection-screen";
export { opensDialog as handle } from "~/lib/site";

export const loader = (args: LoaderFunctionArgs) => loadCollection(args, collectionOf(new URL(args.request.url)));
export const action = async (args: ActionFunctionArgs) =>
  buyItem(args, await collectionSale(args, collectionOf(new URL(args.request.url))));
