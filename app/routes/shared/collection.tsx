import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { loadCollection } from "~/features/recordings/collections.server";
import { buyItem, collectionSale } from "~/features/recordings/purchase.server";
import { collectionOf } from "~/lib/collections";

export { ErrorScreen as ErrorBoundary } from "~/features/layout/error-screen";
export { collectionMeta as meta } from "~/features/recordings/collection-data";
export { CollectionScreen as default } from "~/features/recordings/collection-screen";
export { opensDialog as handle } from "~/lib/site";

export const loader = (args: LoaderFunctionArgs) => loadCollection(args, collectionOf(new URL(args.request.url)));
export const action = (args: ActionFunctionArgs) =>
  buyItem(args, collectionSale(collectionOf(new URL(args.request.url))));
