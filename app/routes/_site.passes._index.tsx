import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { PassCard } from "~/features/passes/pass-card";
import { errorMeta, pageMeta, pageTitle, siteOf } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { EmptyState } from "~/ui/card";
import { ThreeColumns } from "~/ui/list";
import { Lede } from "~/ui/text";

const lede = "Several sessions, paid once. Book them one by one, whenever it suits you.";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site);
  return pageMeta({ title: pageTitle("Passes", site), description: lede, path: "/passes" }, site);
};

export async function loader(args: LoaderFunctionArgs) {
  return { passes: await load(apiFor(args).passes.list()) };
}

export default function PassesPage() {
  const { passes } = useLoaderData<typeof loader>();
  return (
    <div className="page-width grid gap-8 pt-10">
      <div className="grid gap-3">
        <h1 className="text-display">Passes</h1>
        <Lede>{lede}</Lede>
      </div>
      {passes.length > 0 ? (
        <ThreeColumns>
          {passes.map((pass) => (
            <PassCard key={pass.id} pass={pass} />
          ))}
        </ThreeColumns>
      ) : (
        <EmptyState action={{ label: "See the schedule", to: "/" }}>There are no passes on sale right now.</EmptyState>
      )}
    </div>
  );
}

export { ErrorScreen as ErrorBoundary };
