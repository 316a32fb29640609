import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { SessionErrorScreen } from "~/features/admin/admin-error";
import { SessionMoney } from "~/features/admin/sessions/session-money";
import { privateTags, siteOf } from "~/lib/page-meta";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { ButtonLink, buttonStyle } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { BackLink, PageHead } from "~/ui/page-head";
import { Tabs } from "~/ui/tabs";

export { privateHeaders as headers } from "~/lib/page-meta";

const list = "/admin/sessions";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateTags(data?.session.title ?? "Session not found", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  return { session: await load(api.sessions.get({ id: idOf(args) })) };
}

export default function SessionPage() {
  const { session } = useLoaderData<typeof loader>();
  const { id, title, start, duration, counts, isDraft } = session;
  const { pathname } = useLocation();
  const path = `${list}/${id}`;
  const tabs = [
    { label: "Session Details", to: path },
    { label: "Attendees", to: `${path}/attendees`, count: counts.booked },
    { label: "Waitlist", to: `${path}/waitlist`, count: counts.waiting },
  ];
  return (
    <>
      <BackLink to={list}>Sessions</BackLink>
      <PageHead title={title} lede={`${start.date}, ${start.time} ${start.zone}, ${duration}`}>
        {!isDraft && (
          <a className={buttonStyle({ kind: "quiet" })} href={`/sessions/${id}`} target="_blank" rel="noopener">
            View Public Page
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
        <ButtonLink to={`${path}/edit`}>Edit Session</ButtonLink>
      </PageHead>
      <Standing session={session} />
      <Tabs label="Session" tabs={tabs.map((tab) => ({ ...tab, isCurrent: pathname.replace(/\/$/, "") === tab.to }))} />
      <Outlet context={session} />
    </>
  );
}

type StandingProps = { session: ReturnType<typeof useLoaderData<typeof loader>>["session"] };

function Standing({ session }: StandingProps) {
  return (
    <>
      {session.isDraft && <Notice kind="warning">This is a draft. It is hidden and can’t be booked.</Notice>}
      <MoneyOrSeries session={session} />
    </>
  );
}

function MoneyOrSeries({ session: { isCancelled, isDraft, title, money, counts } }: StandingProps) {
  if (isCancelled) {
    return (
      <Notice kind="warning">
        This session is cancelled, and everyone was emailed. <SessionMoney money={money} title={title} isCancelled />
      </Notice>
    );
  }
  if (money.byHand) {
    return (
      <Notice kind="warning">
        <SessionMoney money={money} title={title} />
      </Notice>
    );
  }
  if (counts.inSeries > 1 && !isDraft)
    return <Notice kind="information">One of a series of {counts.inSeries} sessions.</Notice>;
  return null;
}

export { SessionErrorScreen as ErrorBoundary };
