import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { CodeTable } from "~/features/admin/codes/code-table";
import { listAddress } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { inertIf, useIsBehindDialog } from "~/lib/site";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { FilterBar } from "~/ui/filter-bar";
import { PageHead } from "~/ui/page-head";
import { Pagination } from "~/ui/pagination";
import { codesPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Discount Codes");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { search = "", page } = Object.fromEntries(new URL(args.request.url).searchParams);
  return { ...(await load(api.discounts.list({ search, page }))), chosen: { search } };
}

export default function DiscountCodesPage() {
  const { codes, page, chosen } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <>
      <div className="contents" {...inertIf(useIsBehindDialog())}>
        <PageHead title="Discount Codes">
          <ButtonLink id="new-code" to={`${codesPath}/new${search}`} preventScrollReset>
            Create Code
          </ButtonLink>
        </PageHead>
        <FilterBar path={codesPath} label="Discount codes" chosen={chosen} search="Code" />
        {codes.length === 0 ? (
          <EmptyState>{chosen.search ? "No discount codes found." : "No discount codes yet."}</EmptyState>
        ) : (
          <CodeTable codes={codes} />
        )}
        <Pagination page={page} noun="codes" addressOf={(number) => listAddress(codesPath, chosen, number)} />
      </div>
      <Outlet />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
