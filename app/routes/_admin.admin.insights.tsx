import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiFor, load } from "~/api.server";
import { AdminErrorScreen } from "~/components/admin/admin-error";
import { FilterBar } from "~/components/admin/filter-bar";
import { NoShowsPanel, OccupancyPanel } from "~/components/admin/insights/attendance-panels";
import { CodesPanel, PressurePanel } from "~/components/admin/insights/demand-panels";
import { RevenuePanel } from "~/components/admin/insights/revenue-panel";
import { PageHead } from "~/components/admin/page-head";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { requireAdmin } from "~/session.server";

export { privateHeaders as headers } from "~/lib/headers";

export const meta: MetaFunction = ({ matches }) => privateMeta("Insights", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const period = new URL(args.request.url).searchParams.get("period") ?? "";
  return load(apiFor(args).insights.get({ period }));
}

export default function InsightsPage() {
  const { period, revenue, occupancy, emptiest, pressure, codes, noShows } = useLoaderData<typeof loader>();
  const choice = { name: "period", label: "Period", all: "Last 12 months", options: period.choices };
  return (
    <>
      <PageHead title="Insights" lede={period.label} />
      <FilterBar
        path="/admin/insights"
        label="Period"
        chosen={{ period: period.chosen }}
        selects={[choice]}
        submitLabel="Show"
      />
      <RevenuePanel revenue={revenue} />
      <OccupancyPanel occupancy={occupancy} emptiest={emptiest} />
      <PressurePanel pressure={pressure} />
      <CodesPanel codes={codes} />
      <NoShowsPanel noShows={noShows} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
