import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { membersPath, plansPath } from "~/features/admin/admin-paths";
import { PlanTable } from "~/features/admin/memberships/plan-table";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Memberships");

export async function loader(args: LoaderFunctionArgs) {
  return { plans: await load(adminApi(args).memberships.admin.list()) };
}

export default function PlansPage() {
  const { plans } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Memberships" lede="What members have each month, for a price a month or a year.">
        <ButtonLink kind="quiet" to={membersPath}>
          Members
        </ButtonLink>
        <ButtonLink to={`${plansPath}/new`}>Add Membership</ButtonLink>
      </PageHead>
      {plans.length > 0 ? <PlanTable plans={plans} /> : <EmptyState>There are no memberships yet.</EmptyState>}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
