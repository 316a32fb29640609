import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { OfferList } from "~/features/one-to-one/offer-list";
import { errorMeta, pageMeta, pageTitle, siteOf } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { EmptyState } from "~/ui/card";
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
        <OfferList offers={offers} heading="h2" />
      ) : (
        <EmptyState action={{ label: "See the schedule", to: "/" }}>
          There are no one-to-one sessions on offer right now.
        </EmptyState>
      )}
    </div>
  );
}

export { ErrorScreen as ErrorBoundary };
