import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import type { SessionDetails } from "@server/catalogue/schedule/get-session";
import { BookedNote, WaitingNote } from "~/features/bookings/booked-note";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { Testimonials } from "~/features/pages/testimonials";
import { eventData } from "~/features/schedule/event-data";
import { BuyBar, SessionTicket } from "~/features/schedule/session-ticket";
import { useIsWaitlistOpen } from "~/features/waitlist/waitlist";
import { embedLink, errorMeta, pageMeta, siteOf, pageTitle } from "~/lib/page-meta";
import { preloadOf } from "~/lib/picture-sources";
import { inertIf, useIsBehindDialog, useSite } from "~/lib/site";
import { Picture } from "~/ui/picture";
import { breadcrumbData, StructuredData } from "~/ui/structured-data";
import { apiFor, idOf, load } from "~/server/api.server";
import { BackLink } from "~/ui/page-head";
import { Eyebrow, Lede, RingList, TextSection, TextSections } from "~/ui/text";
import { TicketLayout } from "~/ui/ticket";

const bookButtonId = "book-now";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  const session = data?.session;
  if (!session) return errorMeta(error, site, "Session not found");
  const page = pageMeta(
    {
      title: pageTitle(session.title, site),
      description: session.summary,
      path: `/sessions/${session.id}`,
      type: "article",
      image: { path: session.shareImage, alt: session.title },
    },
    site,
  );
  const embed = embedLink(`/sessions/${session.id}`, site);
  return [...page, embed, preloadOf(session.image, pictureSizes)];
};

const pictureSizes = "(min-width: 64rem) 44rem, 100vw";

export async function loader(args: LoaderFunctionArgs) {
  const { schedule, bookings, passes, testimonials } = apiFor(args);
  const id = idOf(args);
  const [session, booked, pending, terms, offer, testimonialList] = await Promise.all([
    load(schedule.get({ id })),
    load(bookings.getMine({ sessionId: id })),
    load(bookings.getPending({ sessionId: id })),
    load(bookings.getTerms({ sessionId: id })),
    load(passes.findOffer({ sessionId: id })),
    load(testimonials.forSession({ sessionId: id })),
  ]);
  return {
    session,
    terms,
    offer,
    booked,
    isPaymentWaiting: pending !== null,
    isRefused: new URL(args.request.url).searchParams.has("refused"),
    testimonials: testimonialList,
    back: backFrom(args),
  };
}

/** Members return to their own schedule. */
function backFrom({ context }: LoaderFunctionArgs): string {
  return context.auth.user ? "/dashboard/sessions" : "/";
}

/** Reloads when the dialog opens or closes, because fewer places may be left. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  defaultShouldRevalidate || currentUrl.pathname !== nextUrl.pathname;

export default function SessionPage() {
  const loaded = useLoaderData<typeof loader>();
  const { session, terms, offer, booked, isPaymentWaiting, isRefused, testimonials, back } = loaded;
  const bookPath = `/sessions/${session.id}/book`;
  const site = useSite();
  const isOpen = session.availability === "open";
  const isWaitlistOpen = useIsWaitlistOpen();
  return (
    <>
      {site && <StructuredData data={eventData(session, site)} />}
      {site && (
        <StructuredData data={breadcrumbData(site, [{ name: session.title, path: `/sessions/${session.id}` }])} />
      )}
      <div className="page-width pt-2" {...inertIf(useIsBehindDialog())}>
        <BackLink to={back}>Back</BackLink>
        <TicketLayout as="article">
          <div className="grid gap-3">
            {session.category && <Eyebrow>{session.category}</Eyebrow>}
            <h1 className="text-display">{session.title}</h1>
            <Lede>{session.summary}</Lede>
            {site?.instructor && <p className="text-ink-soft">With {site.instructor}</p>}
          </div>
          <div className="aspect-8/5 overflow-hidden rounded-paper md:aspect-16/9">
            <Picture
              className="size-full object-cover"
              src={session.image}
              sizes={pictureSizes}
              width="800"
              height="450"
            />
          </div>
          <SessionTicket
            session={session}
            bookButtonId={bookButtonId}
            terms={terms}
            offer={offer}
            isRefused={isRefused}
            booked={
              booked.length > 0 ? (
                <BookedNote bookings={booked} dialogPath={bookPath} canBook={isOpen} />
              ) : (
                isPaymentWaiting && <WaitingNote dialogPath={bookPath} />
              )
            }
          />
          <SessionText session={session} />
        </TicketLayout>
        <Testimonials testimonials={testimonials} className="mt-16" />
        {isOpen && !session.onlyCourse && booked.length === 0 && (
          <BuyBar price={session.price} bookPath={bookPath} ticketButtonId={bookButtonId} />
        )}
      </div>
      {!isWaitlistOpen && <Outlet />}
    </>
  );
}

function SessionText({ session: { paragraphs, whatToBring } }: { session: SessionDetails }) {
  return (
    <TextSections>
      {paragraphs.length > 0 && (
        <TextSection title="About this session">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </TextSection>
      )}
      {whatToBring.length > 0 && (
        <TextSection title="What to bring">
          <RingList items={whatToBring} />
        </TextSection>
      )}
    </TextSections>
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
