import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { loadPurchases } from "~/features/admin/orders/orders.server";
import { PurchasesPanel } from "~/features/admin/orders/purchases-panel";
import { privateMeta } from "~/lib/page-meta";
import { requireAdmin } from "~/server/auth.server";
import { PageHead, RefreshLink } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Birth purchases");

export async function loader(args: LoaderFunctionArgs) {
  requireAdmin(args);
  return loadPurchases(args, "birth");
}

export default function PurchasesPage() {
  const purchases = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Birth purchases">
        <RefreshLink />
      </PageHead>
      <PurchasesPanel {...purchases} path="/admin/birth-purchases" />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
