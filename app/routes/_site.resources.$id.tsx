import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { errorMeta, pageMeta, siteOf, titled } from "~/lib/page-meta";
import { useSite } from "~/lib/site";
import { breadcrumbData } from "~/lib/structured-data";
import { apiFor, idOf, load } from "~/server/api.server";
import { StructuredData } from "~/ui/structured-data";
import { BackLink } from "~/ui/page-head";
import { Eyebrow, Lede } from "~/ui/text";
import { textLinkStyle } from "~/ui/text-link";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site, "Resource not found");
  const { id, title, description } = data;
  return pageMeta({ title: titled(title, site), description, path: `/resources/${id}`, type: "article" }, site);
};

export async function loader(args: LoaderFunctionArgs) {
  return load(apiFor(args).resources.get({ id: idOf(args) }));
}

export default function ResourcePage() {
  const { id, title, category, description, price } = useLoaderData<typeof loader>();
  const site = useSite();
  return (
    <div className="wrap pt-2">
      {site && (
        <StructuredData
          data={breadcrumbData(site, [
            { name: "Learning Resources", path: "/resources" },
            { name: title, path: `/resources/${id}` },
          ])}
        />
      )}
      <BackLink to="/resources">Learning Resources</BackLink>
      <article className="mt-5 grid max-w-text gap-7">
        <div className="grid gap-3">
          {category && <Eyebrow>{category}</Eyebrow>}
          <h1 className="text-display">{title}</h1>
        </div>
        <Lede>{description}</Lede>
        <p className="font-display text-[2.5rem] leading-none font-[350] tracking-[-0.02em] normal-nums">{price}</p>
        {site && (
          <p className="text-ink-soft">
            To get this resource,{" "}
            <a className={textLinkStyle} href={site.contactUrl}>
              write to me
            </a>
            .
          </p>
        )}
      </article>
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <ErrorScreen
      notFound={
        <MessageScreen
          title="Resource not found"
          text="It may not be on offer any more."
          action={{ label: "See all resources", to: "/resources" }}
        />
      }
    />
  );
}
