import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiFor, load } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { FilterBar } from "~/ui/filter-bar";
import {
  CodesPanel,
  NoShowsPanel,
  OccupancyPanel,
  PressurePanel,
  RevenuePanel,
} from "~/features/admin/insights/insight-panels";
import { PageHead } from "~/ui/page-head";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

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
