import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { followPaymentLeft, isPaymentLeft } from "~/features/buying/payment-return.server";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { OfferCalendar } from "~/features/one-to-one/offer-calendar";
import { offerPath } from "~/features/one-to-one/slot.server";
import { errorMeta, pageMeta, pageTitle, siteOf } from "~/lib/page-meta";
import { inertIf, useIsBehindDialog } from "~/lib/site";
import { apiFor, load } from "~/server/api.server";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-head";
import { Picture } from "~/ui/picture";
import { Lede } from "~/ui/text";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site, "One-to-one session not found");
  const { title, summary, shareImage } = data.offer;
  const image = { path: shareImage, alt: title };
  return pageMeta({ title: pageTitle(title, site), description: summary, path: data.path, image }, site);
};

export async function loader(args: LoaderFunctionArgs) {
  const { slug = "" } = args.params;
  const query = new URL(args.request.url).searchParams;
  const offer = await load(apiFor(args).oneToOne.get({ offer: slug, day: query.get("day") ?? undefined }));
  const path = offerPath(offer.slug);
  followPaymentLeft(args, "booking", path);
  // Mails and calendars name an offer by its id, which stays when its address changes.
  if (slug !== offer.slug) throw redirect(path + new URL(args.request.url).search);
  return {
    offer,
    path,
    isPaymentCancelled: isPaymentLeft(args),
    isToConfirm: query.get("notice") === "confirm",
    isTimeTaken: query.has("refused"),
  };
}

export default function OfferScreen() {
  const { offer, path, isPaymentCancelled, isToConfirm, isTimeTaken } = useLoaderData<typeof loader>();
  const { title, summary, paragraphs, duration, place, price, prices, address, image, needsApproval } = offer;
  const isBehindDialog = useIsBehindDialog();
  return (
    <div className="page-width pt-2">
      <div {...inertIf(isBehindDialog)}>
        <BackLink to="/one-to-one">One to One</BackLink>
        <article className="mt-5 grid gap-9">
          {isToConfirm && (
            <Notice kind="success">
              Please look into your email now: I have sent you a link to confirm your request. The time is held for you
              from then on.
            </Notice>
          )}
          {isPaymentCancelled && (
            <Notice kind="information">
              Your payment was cancelled and nothing was charged. Your time has been released.
            </Notice>
          )}
          <div className="grid items-start gap-8 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
            <div className="grid max-w-text gap-5">
              <h1 className="text-display">{title}</h1>
              <Lede>{summary}</Lede>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              <p className="font-semibold">
                {price}, {duration}, {address || place}
              </p>
              {prices.length > 0 && (
                <ul className="-mt-3 grid gap-1 text-ink-soft">
                  {prices.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
              {needsApproval && (
                <p className="text-ink-soft">Ask for a time first. I write to you, and you book it then.</p>
              )}
            </div>
            <Picture
              className="aspect-3/2 w-full rounded-paper object-cover"
              src={image}
              sizes="(min-width: 48rem) 32rem, 100vw"
              width="600"
              height="400"
            />
          </div>
          {isTimeTaken && (
            <div id="refused" className="scroll-mt-6">
              <Notice kind="error">This time is no longer free. Please choose another.</Notice>
            </div>
          )}
          <OfferCalendar offer={offer} path={path} />
        </article>
      </div>
      <Outlet />
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <ErrorScreen
      notFound={
        <MessageScreen
          title="One-to-one session not found"
          text="It may no longer be on offer."
          action={{ label: "See all one-to-one sessions", to: "/one-to-one" }}
        />
      }
    />
  );
}
