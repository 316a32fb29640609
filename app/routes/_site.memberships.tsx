import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { PlanCard } from "~/features/memberships/plan-card";
import { errorMeta, pageMeta, pageTitle, siteOf } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { EmptyState } from "~/ui/card";
import { ThreeColumns } from "~/ui/list";
import { Lede } from "~/ui/text";

const lede = "Breathe with us all year, for one price.";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site);
  return pageMeta({ title: pageTitle("Memberships", site), description: lede, path: "/memberships" }, site);
};

export async function loader(args: LoaderFunctionArgs) {
  return {
    plans: await load(apiFor(args).memberships.list()),
    isSignedIn: args.context.auth.user !== null,
  };
}

export default function MembershipsPage() {
  const { plans, ...visitor } = useLoaderData<typeof loader>();
  return (
    <div className="page-width grid gap-8 pt-10">
      <div className="grid gap-3">
        <h1 className="text-display">Memberships</h1>
        <Lede>{lede}</Lede>
      </div>
      {plans.length > 0 ? (
        <ThreeColumns>
          {plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} {...visitor} />
          ))}
        </ThreeColumns>
      ) : (
        <EmptyState action={{ label: "See the schedule", to: "/" }}>
          There are no memberships to join right now.
        </EmptyState>
      )}
    </div>
  );
}

export { ErrorScreen as ErrorBoundary };
