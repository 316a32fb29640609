import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageText } from "~/features/pages/page-text";
import { errorMeta, pageMeta, siteOf, pageTitle } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { PageHead } from "~/ui/page-head";

export { ErrorScreen as ErrorBoundary } from "~/features/layout/error-screen";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site);
  const { title, path, summary } = data;
  return pageMeta({ title: pageTitle(title, site), description: summary || (site?.tagline ?? ""), path }, site);
};

/** Loads a page with an address of its own, such as /about, or one at /pages/. */
export const loader = (args: LoaderFunctionArgs) => {
  const { pathname } = new URL(args.request.url);
  const slug = args.params.slug ?? pathname.slice(1);
  return load(apiFor(args).pages.get({ slug: slug.toLowerCase() }));
};

export default function SitePage() {
  const { title, text, changedAt } = useLoaderData<typeof loader>();
  return (
    <div className="page-width grid grid-cols-1 gap-8 pt-10">
      <PageHead title={title} />
      <PageText text={text} />
      {changedAt && <p className="text-small text-ink-quiet">Last changed on {changedAt}.</p>}
    </div>
  );
}
