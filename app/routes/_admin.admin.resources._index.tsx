import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { AdminResource } from "@server/selling/resources/schemas";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { listAddress } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { type Column, DataTable, RowLink } from "~/ui/table";
import { RowMenu } from "~/ui/row-actions";
import { EmptyState } from "~/ui/card";
import { FilterBar } from "~/ui/filter-bar";
import { PageHead } from "~/ui/page-head";
import { Pagination } from "~/ui/pagination";
import { resourcesPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Learning Resources");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { search = "", page } = Object.fromEntries(new URL(args.request.url).searchParams);
  return { ...(await load(api.resources.admin.list({ search, page }))), chosen: { search } };
}

export default function ResourcesPage() {
  const { resources, page, chosen } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Learning Resources">
        <ButtonLink to={`${resourcesPath}/new`}>Add Resource</ButtonLink>
      </PageHead>
      <FilterBar path={resourcesPath} label="Resources" chosen={chosen} search="Title, description or category" />
      {resources.length === 0 ? (
        <EmptyState>No resources found.</EmptyState>
      ) : (
        <DataTable caption="Resources, the newest first" columns={columns} rows={resources} keyOf={({ id }) => id} />
      )}
      <Pagination page={page} noun="resources" addressOf={(number) => listAddress(resourcesPath, chosen, number)} />
    </>
  );
}

const columns: Column<AdminResource>[] = [
  {
    label: "Resource",
    place: "title",
    cell: ({ id, title, category }) => (
      <>
        <RowLink to={`${resourcesPath}/${id}`}>{title}</RowLink>
        <small>{category}</small>
      </>
    ),
  },
  { label: "Added", place: "date", cell: ({ addedAt }) => addedAt },
  { label: "Price", place: "number", cell: ({ price }) => price },
  {
    label: "Actions",
    place: "menu",
    cell: ({ id, title }) => (
      <RowMenu
        name={`Change ${title}`}
        items={[
          { label: "Edit", to: `${resourcesPath}/${id}`, name: `Edit ${title}` },
          { label: "Delete", to: `${resourcesPath}/${id}/delete`, name: `Delete ${title}`, isDangerous: true },
        ]}
      />
    ),
  },
];

export { AdminErrorScreen as ErrorBoundary };
