import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import {
  CodesPanel,
  ListeningPanel,
  NoShowsPanel,
  OccupancyPanel,
  PressurePanel,
  RatesPanel,
} from "~/features/admin/insights/insight-panels";
import { MembershipsPanel, OwedPanel, RevenuePanel } from "~/features/admin/insights/money-panels";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { FilterBar } from "~/ui/filter-bar";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Insights");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const period = new URL(args.request.url).searchParams.get("period") ?? "";
  return load(api.insights.get({ period }));
}

export default function InsightsPage() {
  const { period, revenue, toRefund, owed, unusedCredits, giftCards, memberships, ...insights } =
    useLoaderData<typeof loader>();
  const { occupancy, emptiest, pressure, codes, rates, noShows, listening } = insights;
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
      <RevenuePanel revenue={revenue} toRefund={toRefund} />
      <MembershipsPanel memberships={memberships} label={period.label} />
      <OwedPanel owed={owed} unusedCredits={unusedCredits} giftCards={giftCards} />
      <OccupancyPanel occupancy={occupancy} emptiest={emptiest} />
      <PressurePanel pressure={pressure} />
      <CodesPanel codes={codes} />
      <RatesPanel rates={rates} />
      <NoShowsPanel noShows={noShows} />
      <ListeningPanel collections={listening} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
