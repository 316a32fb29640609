import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { describeJoining } from "~/features/bookings/describe-joining";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { apiFor, idOf, load } from "~/server/api.server";
import { bookingKeyOf } from "~/server/auth.server";
import { ButtonLink, buttonStyle } from "~/ui/button";
import { emptyFrame, emptyText } from "~/ui/card";
import { EmptyCircles } from "~/ui/drawings";
import { Eyebrow } from "~/ui/text";

/** Sends the header by which a page that waits for the room loads itself again, with JavaScript or without. */
export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get("Refresh");
  return { "Cache-Control": "no-store", ...(refresh !== null && { Refresh: refresh }) };
};

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data
    ? privateTags(`Join: ${data.title}`, siteOf(matches))
    : errorMeta(error, siteOf(matches), "Joining link not found");

/**
 * Loads the page for those whose room is not open: the server leads on to an open one before
 * (server/http/join-session.ts).
 */
export async function loader(args: LoaderFunctionArgs) {
  const key = bookingKeyOf(args);
  const joining = await load(apiFor(args).bookings.getJoining({ bookingId: idOf(args), key }));
  const { status, refreshIn, ...page } = describeJoining(joining);
  const headers: HeadersInit = refreshIn === null ? {} : { Refresh: String(refreshIn) };
  return data({ title: joining.title, ...page }, { status, headers });
}

export default function JoinPage() {
  const { eyebrow, heading, text, advice, again, links } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  return (
    <div className="page-width">
      <div className={`${emptyFrame} min-h-120 content-center`}>
        <EmptyCircles />
        <Eyebrow>{eyebrow}</Eyebrow>
        <h1 className="text-display">{heading}</h1>
        <p className={emptyText}>{text}</p>
        {advice && <p className={emptyText}>{advice}</p>}
        <p className="flex flex-wrap justify-center gap-3">
          {again && (
            <a className={buttonStyle()} href={pathname + search} rel="noreferrer">
              {again}
            </a>
          )}
          {links.map(({ label, to }, index) => (
            <ButtonLink key={to} kind={again || index > 0 ? "quiet" : "solid"} to={to}>
              {label}
            </ButtonLink>
          ))}
        </p>
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <ErrorScreen
      notFound={
        <MessageScreen
          title="Joining link not found"
          text="The link may be incomplete, or you have a newer one. Your booking has the one that leads to your session."
          action={{ label: "Find my booking", to: "/find-booking" }}
        />
      }
    />
  );
}
