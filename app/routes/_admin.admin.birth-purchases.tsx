import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadPurchases } from "~/features/admin/orders/orders.server";
import { purchasesTitles } from "~/features/admin/orders/purchases-panel";
import { privateMeta } from "~/lib/page-meta";

export { AdminErrorScreen as ErrorBoundary } from "~/features/admin/admin-error";
export { PurchasesPage as default } from "~/features/admin/orders/purchases-panel";
export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta(purchasesTitles.birth);
export const loader = (args: LoaderFunctionArgs) => loadPurchases(args, "birth");
