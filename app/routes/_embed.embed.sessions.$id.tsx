import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Price, Unavailable, Where } from "~/features/schedule/session-ticket";
import { privateMeta } from "~/lib/page-meta";
import { apiFor, idOf, load } from "~/server/api.server";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { Ticket } from "~/ui/ticket";

export const meta = privateMeta("Live session", "Session not found");

export const loader = async (args: LoaderFunctionArgs) => ({
  session: await load(apiFor(args).schedule.get({ id: idOf(args) })),
});

/** Shows one session. Booking goes on at this site, because frames have no cookies. */
export default function FramedSession() {
  const { session } = useLoaderData<typeof loader>();
  const { id, title, summary, availability } = session;
  return (
    <article className="flex max-w-120 flex-col gap-4">
      <h1 className="text-title">
        <TextLink to={`/sessions/${id}`}>{title}</TextLink>
      </h1>
      <p className="text-ink-soft">{summary}</p>
      <Ticket
        label="Session details"
        start={session.start}
        duration={session.duration}
        where={<Where session={session} />}
      >
        {availability === "open" ? <Price session={session} /> : <Unavailable session={session} />}
        <ButtonLink
          isWide
          kind={availability === "open" ? "solid" : "quiet"}
          to={availability === "open" ? `/sessions/${id}/book` : `/sessions/${id}`}
        >
          {availability === "open" ? "Book Now" : "View Details"}
        </ButtonLink>
      </Ticket>
    </article>
  );
}
