import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { withdrawalsPath } from "~/features/admin/admin-paths";
import { WithdrawalTable } from "~/features/admin/withdrawals/withdrawal-table";
import { listAddress } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { EmptyState } from "~/ui/card";
import { PageHead } from "~/ui/page-head";
import { Pagination } from "~/ui/pagination";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Withdrawals");

export const loader = (args: LoaderFunctionArgs) => {
  const page = new URL(args.request.url).searchParams.get("page") ?? undefined;
  return load(adminApi(args).withdrawals.admin.list({ page }));
};

const lede = "Who withdraws from a purchase on the page that the footer links. Nothing happens before you decide.";

export default function WithdrawalsPage() {
  const { withdrawals, page } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Withdrawals" lede={lede} />
      {withdrawals.length > 0 ? (
        <WithdrawalTable withdrawals={withdrawals} />
      ) : (
        <EmptyState>No one has withdrawn from a purchase.</EmptyState>
      )}
      <Pagination page={page} noun="withdrawals" addressOf={(number) => listAddress(withdrawalsPath, {}, number)} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
