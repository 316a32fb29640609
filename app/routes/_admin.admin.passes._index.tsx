import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { heldPassesPath, passesPath } from "~/features/admin/admin-paths";
import { PassTable } from "~/features/admin/passes/pass-table";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Passes");

export async function loader(args: LoaderFunctionArgs) {
  const { passes, orders } = adminApi(args);
  const [listed, figures] = await Promise.all([load(passes.admin.list()), load(orders.passFigures())]);
  return {
    passes: listed.map((pass) => ({ ...pass, figures: figures.find(({ productId }) => productId === pass.id) })),
  };
}

export default function PassesPage() {
  const { passes } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Passes" lede="Several sessions, paid once. Those on sale are at /passes.">
        <ButtonLink kind="quiet" to={heldPassesPath}>
          Holders
        </ButtonLink>
        <ButtonLink to={`${passesPath}/new`}>Add Pass</ButtonLink>
      </PageHead>
      {passes.length > 0 ? <PassTable passes={passes} /> : <EmptyState>There are no passes yet.</EmptyState>}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
