import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { MemberSessionCard, PastSessionCard } from "~/features/schedule/session-card";
import { SessionCards } from "~/features/schedule/sheet";
import type { Api } from "~/lib/api/client";
import { useIsFiltering } from "~/lib/hooks/navigation-state";
import { refreshEvery, useRefresh } from "~/lib/hooks/refresh";
import { listAddress } from "~/lib/list-address";
import { privateTags, siteOf } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { EmptyState } from "~/ui/card";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/dashboard/sessions";

const tabs = {
  upcoming: {
    label: "Upcoming Sessions",
    tab: "",
    procedure: (api: Api) => api.schedule.listForMember,
    nothing: "No upcoming sessions scheduled.",
  },
  past: {
    label: "Past Sessions",
    tab: "past",
    procedure: (api: Api) => api.schedule.listPast,
    nothing: "No past sessions available.",
  },
} as const;
const kinds = ["upcoming", "past"] as const;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateTags(tabs[data?.kind ?? "upcoming"].label, siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  const query = new URL(args.request.url).searchParams;
  const filter = { page: query.get("page") };
  const { schedule } = apiFor(args);
  if (query.get("tab") === "past") return { kind: "past" as const, list: await load(schedule.listPast(filter)) };
  return { kind: "upcoming" as const, list: await load(schedule.listForMember(filter)) };
}

export default function MemberSessionsPage() {
  const { kind, list: loaded } = useLoaderData<typeof loader>();
  const { label, tab, procedure, nothing } = tabs[kind];
  const list = useRefresh(loaded, { procedure, input: { page: loaded.page.number } }, refreshEvery.member);
  return (
    <>
      <h1 className="text-display">{label}</h1>
      <Tabs
        label="Sessions"
        tabs={kinds.map((each) => ({
          label: tabs[each].label,
          to: listAddress(path, { tab: tabs[each].tab }),
          isCurrent: each === kind,
        }))}
      />
      {"zoneNote" in list && list.zoneNote && (
        <p className="text-small leading-small text-ink-quiet">{list.zoneNote}</p>
      )}
      <SessionCards
        label={label}
        isLoading={useIsFiltering(path)}
        cards={cardsOf(list)}
        empty={<EmptyState>{nothing}</EmptyState>}
      />
      <Pagination page={list.page} noun="sessions" addressOf={(page) => listAddress(path, { tab }, page)} />
      <p className="sr-only" role="status">
        {list.page.total === 1 ? "1 session" : `${list.page.total} sessions`}
      </p>
    </>
  );
}

type Lists = Awaited<ReturnType<typeof loader>>["list"];

function cardsOf(list: Lists) {
  if ("zoneNote" in list) {
    return list.sessions.map((session) => <MemberSessionCard key={session.id} session={session} />);
  }
  return list.sessions.map((session) => <PastSessionCard key={session.id} session={session} />);
}

export { ErrorScreen as ErrorBoundary };
