import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SessionRows } from "~/features/schedule/session-rows";
import { privateMeta } from "~/lib/page-meta";
import { shownParameter } from "~/lib/short-address";
import { apiFor, load } from "~/server/api.server";
import { TextLink } from "~/ui/link";

export const meta = privateMeta("Live Sessions");

export async function loader(args: LoaderFunctionArgs) {
  const category = shownParameter(new URL(args.request.url).searchParams, "category");
  const { sessions, zoneNote, page } = await load(apiFor(args).schedule.listUpcoming({ category }));
  return { sessions: sessions.slice(0, mostFramed), zoneNote, isMore: page.total > mostFramed };
}

const mostFramed = 8;

/** Shows the next sessions. Every link opens this site in place of the page around the frame. */
export default function FramedSchedule() {
  const { sessions, zoneNote, isMore } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="sr-only">Upcoming sessions</h1>
      {sessions.length > 0 ? (
        <div>
          <SessionRows sessions={sessions} Heading="h2" />
        </div>
      ) : (
        <p>No upcoming sessions at this time. Check back later!</p>
      )}
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-small text-ink-soft">
        {sessions.length > 0 && <span>{zoneNote}</span>}
        <TextLink to="/">{isMore ? "See all live sessions" : "Open the schedule"}</TextLink>
      </p>
    </>
  );
}
