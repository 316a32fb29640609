import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import {
  ConnectionGuard,
  FlashNotice,
  FlashToast,
  PageAnnouncer,
  ScriptedMark,
  TimeZoneCookie,
} from "~/features/layout/document-effects";
import { useFramedDocument } from "~/features/embeds/framed";
import { HeightScript } from "~/features/embeds/height-script";
import { ErrorScreen } from "~/features/layout/error-screen";
import { ImpersonationBanner } from "~/features/layout/impersonation-banner";
import { SiteFrame } from "~/features/layout/site-frame";
import displayFont from "~/fonts/fraunces-soft-roman.woff2";
import { NonceContext } from "~/lib/document";
import { navigationFor } from "~/lib/navigation";
import { errorMeta } from "~/lib/page-meta";
import { type Site, useSite } from "~/lib/site";
import { apiFor, load, siteSettingsOf } from "~/server/api.server";
import { currencyOf, timeZoneOf } from "~/server/cookies.server";
import { takeFlash } from "~/server/flash.server";
import { accountMarkFor, takeKeptForm } from "~/server/kept-form.server";
import { shownLook } from "~/server/shown-settings.server";
import { ToastOutlet } from "~/ui/toast/toast-outlet";
import styles from "./tailwind.css";
import { shortAddress } from "~/lib/short-address";

export const links: LinksFunction = () => [
  { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous", href: displayFont },
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/logo.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "alternate", href: "/feed.atom", type: "application/atom+xml", title: "Live sessions (Atom)" },
  { rel: "alternate", href: "/feed.xml", type: "application/rss+xml", title: "Live sessions (RSS)" },
  { rel: "alternate", href: "/feed.json", type: "application/feed+json", title: "Live sessions (JSON feed)" },
];

export const meta: MetaFunction = ({ error }) => errorMeta(error, undefined);

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { siteUrl, isLive } = context.services.settings;
  const { session, user } = context.auth;
  const [
    { name, tagline, home, profile, look, marketing, pages },
    collections,
    hasPasses,
    hasGiftCards,
    hasMemberships,
    hasOneToOne,
  ] = await Promise.all([
    siteSettingsOf(context),
    load(apiFor(args).recordings.listCollections()),
    load(apiFor(args).passes.isAnySold()),
    load(apiFor(args).giftCards.isAnySold()),
    load(apiFor(args).memberships.isAnySold()),
    load(apiFor(args).oneToOne.isAnySold()),
  ]);
  const { flash, headers: flashHeaders } = takeFlash({ request, context });
  const { kept, headers: keptHeaders } = await takeKeptForm(args);
  const { pathname, search } = new URL(request.url);
  const site: Site = {
    name,
    tagline,
    home: Object.fromEntries(Object.entries(home).filter(([, text]) => text)),
    collections: collections.map(({ path, title, hero, lede, picture }) => ({ path, title, hero, lede, picture })),
    instructor: profile?.name ?? null,
    ...shownLook(look),
    url: siteUrl,
    isDemo: !isLive,
    contactUrl: marketing.contact,
    social: marketing.social,
    navigation: navigationFor({
      marketing,
      pages,
      collections,
      hasPasses,
      hasGiftCards,
      hasMemberships,
      hasOneToOne,
      role: user?.role ?? null,
      from: shortAddress({ pathname, search }),
    }),
    timeZone: timeZoneOf({ request, context }),
    currency: currencyOf({ request, context }),
    checkInAccountId: session.current?.impersonator?.id ?? (user?.role === "admin" ? user.id : null),
    impersonation: session.current?.impersonator ? { fullName: user?.fullName ?? null } : null,
    isPaymentDue: user?.isPaymentDue ?? false,
    accountMark: accountMarkFor(context),
  };
  const headers = [...new Headers(flashHeaders), ...new Headers(keptHeaders)];
  return data({ ...site, flash, kept }, { headers });
}

/** Renders the document. It also wraps error screens, so the loader's data may be missing. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const site = useSite();
  const framed = useFramedDocument();
  const look = framed?.stylesheet ?? site?.look?.stylesheet;
  return (
    <html lang="en" data-theme={framed?.theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f5f0e6" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1f1c" />
        <Meta />
        <Links />
        {look && <link rel="stylesheet" href={look} />}
        {/* Links in a frame open this site in place of the page around it. */}
        {framed && <base target="_top" />}
      </head>
      <body>
        {framed ? (
          <>
            {children}
            <HeightScript nonce={nonce} />
          </>
        ) : (
          <ScriptedBody nonce={nonce}>{children}</ScriptedBody>
        )}
      </body>
    </html>
  );
}

/** Adds the scripts and what they show to a page. */
function ScriptedBody({ children, nonce }: { children: ReactNode; nonce: string | undefined }) {
  const site = useSite();
  return (
    <>
      {site?.impersonation && <ImpersonationBanner {...site.impersonation} />}
      <FlashNotice />
      {children}
      <PageAnnouncer />
      <ToastOutlet isOfPage />
      <FlashToast />
      {site && <TimeZoneCookie renderedIn={site.timeZone} />}
      <ConnectionGuard />
      <ScriptedMark />
      <ScrollRestoration nonce={nonce} />
      <Scripts nonce={nonce} />
    </>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return (
    <SiteFrame>
      <ErrorScreen />
    </SiteFrame>
  );
}
