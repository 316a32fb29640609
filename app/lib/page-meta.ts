import type { HeadersArgs, HeadersFunction, MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, type MetaDescriptor } from "@remix-run/react";
import type { Site } from "./site";

type Page = {
  title: string;
  description: string;
  path: string;
  type?: "website" | "article";
  /** The picture of 1200 × 630 that is shown where the page is shared; else the site's own, if it has one. */
  image?: { path: string; alt: string };
};

type Match = { id: string; data?: unknown };

export const siteOf = (matches: readonly (Match | undefined)[]): Site | undefined =>
  matches.find((match) => match?.id === "root")?.data as Site | undefined;

/** Returns "Evening Wind-Down — Breathroom". */
export const pageTitle = (title: string, site: Site | undefined): string => `${title} — ${site?.name ?? "Breathroom"}`;

/** Returns the link by which programs find how a page is shown within another website. */
export const embedLink = (path: string, site: Site | undefined): MetaDescriptor => ({
  tagName: "link",
  rel: "alternate",
  type: "application/json+oembed",
  href: `${site?.url ?? ""}/oembed?url=${encodeURIComponent(`${site?.url ?? ""}${path}`)}`,
});

export function pageMeta(
  { title, description, path, type = "website", image }: Page,
  site: Site | undefined,
): MetaDescriptor[] {
  const address = `${site?.url ?? ""}${path}`;
  const shown = image ?? (site?.look?.share && { path: site.look.share, alt: site.name });
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:type", content: type },
    { property: "og:url", content: address },
    { property: "og:site_name", content: site?.name ?? "" },
    ...(shown ? imageMeta(shown, site) : [{ name: "twitter:card", content: "summary" }]),
  ];
}

function imageMeta({ path, alt }: NonNullable<Page["image"]>, site: Site | undefined): MetaDescriptor[] {
  return [
    { property: "og:image", content: `${site?.url ?? ""}${path}` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: alt },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** Returns the `meta` of a page that search engines leave out. `notFound` is the title if the loader finds nothing. */
export function privateMeta(title: string, notFound?: string): MetaFunction {
  return ({ data, error, matches }) =>
    data || notFound === undefined ? privateTags(title, siteOf(matches)) : errorMeta(error, siteOf(matches), notFound);
}

export const privateTags = (title: string, site: Site | undefined): MetaDescriptor[] => [
  { title: pageTitle(title, site) },
  { name: "robots", content: "noindex" },
];

export function errorMeta(error: unknown, site: Site | undefined, notFound = "Page not found"): MetaDescriptor[] {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return [{ title: pageTitle(isMissing ? notFound : "Unexpected Application Error!", site) }];
}

/** Passes on the Retry-After header of a refused form, for pages without other headers. */
export const refusalHeaders = ({ actionHeaders }: Pick<HeadersArgs, "actionHeaders">): Record<string, string> => {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter === null ? {} : { "Retry-After": retryAfter };
};

/** Keeps an account's pages out of caches and of Back after signing out; passes on Retry-After. */
export const privateHeaders: HeadersFunction = (args) => ({ "Cache-Control": "no-store", ...refusalHeaders(args) });
