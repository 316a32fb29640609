import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/components/admin/admin-error";
import { PageHead } from "~/components/admin/page-head";
import { PurchasesPanel } from "~/components/admin/purchases-panel";
import { RefreshLink } from "~/components/admin/refresh-link";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { loadPurchases } from "~/orders.server";
import { requireAdmin } from "~/session.server";

export { privateHeaders as headers } from "~/lib/headers";

export const meta: MetaFunction = ({ matches }) => privateMeta("Birth purchases", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
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
