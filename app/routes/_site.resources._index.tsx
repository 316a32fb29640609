import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { ResourceCard, ResourcesHead } from "~/features/resources/resource-card";
import { useChoices } from "~/lib/forms/choices";
import { errorMeta, pageMeta, siteOf, pageTitle } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { ThreeColumns } from "~/ui/list";
import { FieldFrame, inputStyle } from "~/ui/field-frame";
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
      <SearchForm search={search} />
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

function SearchForm({ search }: { search: string }) {
  const { form, choose } = useChoices("/resources", { q: search });
  return (
    <Form
      ref={form}
      className="mt-8 mb-10 grid max-w-text gap-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-end"
      role="search"
      action="/resources"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <FieldFrame label="Search resources" id="q">
        <input
          className={inputStyle}
          id="q"
          type="search"
          name="q"
          maxLength={100}
          defaultValue={search}
          placeholder="Title, description or category"
        />
      </FieldFrame>
      <Button type="submit">Search</Button>
    </Form>
  );
}

export { ErrorScreen as ErrorBoundary };
