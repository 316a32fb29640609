import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, Outlet, useLoaderData, type ShouldRevalidateFunction } from "@remix-run/react";
import { useContext } from "react";
import type { SessionDetails } from "@server/schedule/schemas";
import { apiFor, load } from "~/api.server";
import { BuyBar } from "~/components/buy-bar";
import { ErrorScreen, MessageScreen } from "~/components/error-screen";
import { Icon } from "~/components/icon";
import { SessionTicket } from "~/components/ticket";
import { eventData } from "~/lib/event-data";
import { NonceContext } from "~/lib/nonce";
import { errorMeta, pageMeta, siteOf, titled } from "~/lib/page-meta";
import { inertIf, useIsBehindDialog, useSite } from "~/lib/site";

const bookButtonId = "book-now";

export const meta: MetaFunction<typeof loader> = ({ data: session, error, matches }) => {
  const site = siteOf(matches);
  if (!session) return errorMeta(error, site, "Session not found");
  return pageMeta(
    {
      title: titled(session.title, site),
      description: session.summary,
      path: `/sessions/${session.id}`,
      type: "article",
    },
    site,
  );
};

export async function loader(args: LoaderFunctionArgs) {
  return load(apiFor(args).schedule.get({ id: args.params.id ?? "" }));
}

/** Fewer places may be left when the dialog opens and when it closes. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  defaultShouldRevalidate || currentUrl.pathname !== nextUrl.pathname;

export default function SessionPage() {
  const session = useLoaderData<typeof loader>();
  return (
    <>
      <EventScript session={session} />
      <div className="wrap pt-2" {...inertIf(useIsBehindDialog())}>
        <Link className="back" to="/">
          <Icon name="arrow-left" />
          Back
        </Link>
        <article className="session__grid">
          <div className="session__head">
            {session.category && <p className="cat">{session.category}</p>}
            <h1 className="display">{session.title}</h1>
            <p className="lede">{session.summary}</p>
          </div>
          <div className="session__plate">
            <img src={session.image} alt="" width="800" height="450" />
          </div>
          <SessionTicket session={session} bookButtonId={bookButtonId} />
          <SessionText session={session} />
        </article>
        {session.availability === "open" && (
          <BuyBar price={session.price} bookPath={`/sessions/${session.id}/book`} ticketButtonId={bookButtonId} />
        )}
      </div>
      <Outlet />
    </>
  );
}

function SessionText({ session: { paragraphs, whatToBring } }: { session: SessionDetails }) {
  return (
    <div className="prose">
      {paragraphs.length > 0 && (
        <section>
          <h2 className="heading">About this session</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      )}
      {whatToBring.length > 0 && (
        <section>
          <h2 className="heading">What to bring</h2>
          <ul className="marks">
            {whatToBring.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The session for search engines. */
function EventScript({ session }: { session: SessionDetails }) {
  const nonce = useContext(NonceContext);
  const site = useSite();
  if (!site) return null;
  // A "<" could end the script before its time.
  const json = JSON.stringify(eventData(session, site)).replaceAll("<", "\\u003c");
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}

export function ErrorBoundary() {
  return (
    <ErrorScreen
      notFound={
        <MessageScreen
          title="Session not found"
          text="It may have been taken off the schedule."
          action={{ label: "See upcoming sessions", to: "/" }}
        />
      }
    />
  );
}
