import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { AdminResource } from "@server/resources/schemas";
import { apiFor, load } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { type Column, DataTable } from "~/ui/data-table";
import { FilterBar } from "~/ui/filter-bar";
import { PageHead } from "~/ui/page-head";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { resourcesPath } from "~/features/admin/library/library";
import { listAddress } from "~/lib/list-address";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction = ({ matches }) => privateMeta("Learning Resources", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { search = "", page } = Object.fromEntries(new URL(args.request.url).searchParams);
  return { ...(await load(apiFor(args).resources.admin.list({ search, page }))), chosen: { search } };
}

export default function ResourcesPage() {
  const { resources, page, chosen } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Learning Resources">
        <Link className="btn" to={`${resourcesPath}/new`}>
          Add Resource
        </Link>
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
    slot: "who",
    cell: ({ title, category }) => (
      <>
        {title}
        <small>{category}</small>
      </>
    ),
  },
  { label: "Added", slot: "date", cell: ({ addedAt }) => addedAt },
  { label: "Price", slot: "price", cell: ({ price }) => price },
  {
    label: "Actions",
    slot: "act",
    cell: ({ id, title }) => (
      <div>
        <Link className="btn btn--quiet btn--small" to={`${resourcesPath}/${id}`} aria-label={`Edit ${title}`}>
          Edit
        </Link>
        <Link
          className="btn btn--danger btn--small"
          to={`${resourcesPath}/${id}/delete`}
          aria-label={`Delete ${title}`}
        >
          Delete
        </Link>
      </div>
    ),
  },
];

export { AdminErrorScreen as ErrorBoundary };
