import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { collectionMeta } from "~/features/recordings/collection-data";
import { loadCollection } from "~/features/recordings/collections.server";
import { buyItem, collectionSale } from "~/features/recordings/purchase.server";

export { ErrorScreen as ErrorBoundary } from "~/features/layout/error-screen";
export { CollectionScreen as default } from "~/features/recordings/collection-screen";
export { opensDialog as handle } from "~/lib/site";

export const meta = collectionMeta("stress");
export const loader = (args: LoaderFunctionArgs) => loadCollection(args, "stress");
export const action = (args: ActionFunctionArgs) => buyItem(args, collectionSale("stress"));
