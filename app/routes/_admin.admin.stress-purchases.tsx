import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { PageHead, RefreshLink } from "~/ui/page-head";
import { PurchasesPanel } from "~/features/admin/orders/purchases-panel";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { loadPurchases } from "~/features/admin/orders/orders.server";
import { requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction = ({ matches }) => privateMeta("Stress purchases", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return loadPurchases(args, "stress");
}

export default function PurchasesPage() {
  const purchases = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Stress purchases">
        <RefreshLink />
      </PageHead>
      <PurchasesPanel {...purchases} path="/admin/stress-purchases" />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
