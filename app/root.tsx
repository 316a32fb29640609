import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { ErrorScreen } from "~/components/error-screen";
import { PageAnnouncer } from "~/components/page-announcer";
import { SiteFrame } from "~/components/site-frame";
import { TimeZoneCookie } from "~/components/time-zone-cookie";
import { ToastOutlet } from "~/components/toast-outlet";
import { navigationFor } from "~/lib/navigation";
import { NonceContext } from "~/lib/nonce";
import { useSite, type Site } from "~/lib/site";
import { timeZoneOf } from "~/session.server";
import displayFont from "./fonts/fraunces-soft-roman.woff2";
import textFont from "./fonts/source-sans-3-latin.woff2";
import styles from "./tailwind.css";

export const links: LinksFunction = () => [
  ...[displayFont, textFont].map((href) => ({
    rel: "preload" as const,
    as: "font" as const,
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
    href,
  })),
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/logo.svg", type: "image/svg+xml" },
];

export const meta: MetaFunction = ({ error }) => [{ title: error ? "Unexpected Application Error!" : "Breathroom" }];

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Site> {
  const { siteName, siteUrl, isLive, marketing } = context.services.settings;
  return {
    name: siteName,
    url: siteUrl,
    isDemo: !isLive,
    contactUrl: marketing.contact,
    social: marketing.social,
    navigation: navigationFor({ marketing, role: null, hasPage: context.hasPage }),
    timeZone: timeZoneOf({ request, context }),
  };
}

/** Around every page and around the error screens, so it can't count on the loader's data. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const site = useSite();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f5f0e6" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <PageAnnouncer />
        <ToastOutlet />
        {site && <TimeZoneCookie renderedIn={site.timeZone} />}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
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
