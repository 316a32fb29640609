import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { loadPurchasesPage } from "~/features/admin/orders/orders.server";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";

export { AdminErrorScreen as ErrorBoundary } from "~/features/admin/admin-error";
export { PurchasesPage as default } from "~/features/admin/orders/purchases-panel";
export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateTags(data.title, siteOf(matches)) : errorMeta(error, siteOf(matches));
export const loader = (args: LoaderFunctionArgs) => loadPurchasesPage(args);
