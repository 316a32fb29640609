import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { errorMeta, pageMeta, pageTitle, siteOf } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { ButtonLink } from "~/ui/button";
import { cardFrame, EmptyState } from "~/ui/card";
import { ThreeColumns } from "~/ui/list";
import { Lede } from "~/ui/text";

const lede = "Sessions for one person, at a time that suits you.";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site);
  return pageMeta({ title: pageTitle("One to One", site), description: lede, path: "/one-to-one" }, site);
};

export async function loader(args: LoaderFunctionArgs) {
  return { offers: await load(apiFor(args).oneToOne.list()) };
}

export default function OneToOnePage() {
  const { offers } = useLoaderData<typeof loader>();
  return (
    <div className="page-width grid gap-8 pt-10">
      <div className="grid gap-3">
        <h1 className="text-display">One to One</h1>
        <Lede>{lede}</Lede>
      </div>
      {offers.length > 0 ? (
        <ThreeColumns>
          {offers.map(({ id, slug, title, summary, duration, place, price, image }) => (
            <li key={id} className={`flex flex-col gap-3 pb-6 ${cardFrame}`}>
              <img className="aspect-3/2 w-full rounded-paper object-cover" src={image} alt="" width="600" height="400" />
              <h2 className="text-title">{title}</h2>
              <p className="text-ink-soft">{summary}</p>
              <p className="text-ink-soft">
                {duration}, {place}
              </p>
              <p className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-2">
                <strong className="font-display text-[1.625rem] leading-none font-normal normal-nums">{price}</strong>
                <ButtonLink kind="quiet" size="small" to={`/one-to-one/${slug}`}>
                  See free times
                  <span className="sr-only">: {title}</span>
                </ButtonLink>
              </p>
            </li>
          ))}
        </ThreeColumns>
      ) : (
        <EmptyState action={{ label: "See the schedule", to: "/" }}>
          There are no one-to-one sessions on offer right now.
        </EmptyState>
      )}
    </div>
  );
}

export { ErrorScreen as ErrorBoundary };
