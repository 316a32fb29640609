import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { loadPurchases } from "~/features/admin/orders/orders.server";
import { purchasesTitles } from "~/features/admin/orders/purchases-panel";
import { collectionOf } from "~/lib/collections";
import { privateTags, siteOf } from "~/lib/page-meta";

export { AdminErrorScreen as ErrorBoundary } from "~/features/admin/admin-error";
export { PurchasesPage as default } from "~/features/admin/orders/purchases-panel";
export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction = ({ location, matches }) =>
  privateTags(purchasesTitles[collectionOf(location)], siteOf(matches));
export const loader = (args: LoaderFunctionArgs) => loadPurchases(args, collectionOf(new URL(args.request.url)));
