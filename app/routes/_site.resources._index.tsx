import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { ResourceCard, ResourcesHead } from "~/features/resources/resource-card";
import { errorMeta, pageMeta, siteOf, pageTitle } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { EmptyState } from "~/ui/card";
import { ThreeColumns } from "~/ui/list";
import { SearchForm } from "~/ui/search-form";
import { shownParameter } from "~/lib/short-address";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site);
  const description = "Guides, workbooks and practice plans to use between sessions.";
  return pageMeta({ title: pageTitle("Learning Resources", site), description, path: "/resources" }, site);
};

export async function loader(args: LoaderFunctionArgs) {
  const search = shownParameter(new URL(args.request.url).searchParams, "q");
  return { search, resources: await load(apiFor(args).resources.list({ search })) };
}

export default function ResourcesPage() {
  const { search, resources } = useLoaderData<typeof loader>();
  return (
    <div className="page-width pt-10">
      <ResourcesHead />
      <SearchForm
        path="/resources"
        search={search}
        label="Search resources"
        placeholder="Title, description or category"
        className="mt-8 mb-10"
      />
      {resources.length > 0 ? (
        <ThreeColumns>
          {resources.map((resource) => (
            <ResourceCard key={resource.id} resource={resource} />
          ))}
        </ThreeColumns>
      ) : (
        <EmptyState action={search ? { label: "Show all resources", to: "/resources" } : undefined}>
          No resources found.
        </EmptyState>
      )}
      <p className="sr-only" role="status">
        {resources.length === 1 ? "1 resource" : `${resources.length} resources`}
      </p>
    </div>
  );
}

export { ErrorScreen as ErrorBoundary };
