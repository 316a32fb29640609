import type { MySessions, MySessionsFilter } from "@server/selling/bookings/schemas";
import { MyPastSessionCard, MySessionCard } from "~/features/schedule/session-card";
import { SessionCards } from "~/features/schedule/sheet";
import { refreshEvery, useRefresh } from "~/lib/hooks/refresh";
import { listAddress } from "~/lib/list-address";
import { EmptyState } from "~/ui/card";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";

type SessionPeriod = MySessionsFilter["when"];

export const mySessionsTexts = {
  upcoming: { path: "/user/sessions", title: "My Upcoming Sessions" },
  past: { path: "/dashboard/past-sessions", title: "My Past Sessions" },
} as const satisfies Record<SessionPeriod, { path: string; title: string }>;

export function MySessionsScreen({ when, list: loaded }: { when: SessionPeriod; list: MySessions }) {
  const input = { when, page: loaded.page.number };
  const { sessions, page, zoneNote } = useRefresh(
    loaded,
    { procedure: (api) => api.bookings.listMySessions, input },
    refreshEvery.member,
  );
  const { path, title } = mySessionsTexts[when];
  const Item = when === "upcoming" ? MySessionCard : MyPastSessionCard;
  return (
    <>
      <h1 className="text-display">{title}</h1>
      <MyTabs current={path} />
      {when === "upcoming" && zoneNote && <p className="text-small leading-small text-ink-quiet">{zoneNote}</p>}
      <SessionCards
        label={title}
        isLoading={false}
        cards={sessions.map((session) => (
          <Item key={session.id} session={session} />
        ))}
        empty={<Nothing when={when} />}
      />
      <Pagination page={page} noun="sessions" addressOf={(number) => listAddress(path, {}, number)} />
      <p className="sr-only" role="status">
        {page.total === 1 ? "1 session" : `${page.total} sessions`}
      </p>
    </>
  );
}

function Nothing({ when }: { when: SessionPeriod }) {
  if (when === "past") return <EmptyState>You haven&apos;t attended any sessions yet.</EmptyState>;
  return (
    <EmptyState action={{ label: "View schedule", to: "/dashboard/sessions" }}>
      No upcoming sessions scheduled.
    </EmptyState>
  );
}

const tabs = [
  { label: "Upcoming", to: "/user/sessions" },
  { label: "Past", to: "/dashboard/past-sessions" },
  { label: "Bookings", to: "/user/bookings" },
];

export const MyTabs = ({ current }: { current: string }) => (
  <Tabs label="What you have booked" tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.to === current }))} />
);
