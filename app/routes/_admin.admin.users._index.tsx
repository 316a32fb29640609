import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { listAddress, sortingOf } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { Badge, statusLabel } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { type Column, DataTable, RowLink } from "~/ui/table";
import { EmptyState } from "~/ui/card";
import { FilterBar } from "~/ui/filter-bar";
import { PageHead } from "~/ui/page-head";
import { foundInWords, Pagination } from "~/ui/pagination";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/admin/users";

export const meta = privateMeta("User Management");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const query = new URL(args.request.url).searchParams;
  const search = query.get("search")?.trim() ?? "";
  const sort = query.get("sort") ?? "";
  return { search, sort, ...(await load(api.users.list({ search, sort, page: query.get("page") }))) };
}

type UserRow = ReturnType<typeof useLoaderData<typeof loader>>["users"][number];

const columns: Column<UserRow>[] = [
  {
    label: "Name and email",
    place: "title",
    sort: "name",
    cell: ({ id, fullName, email }) => (
      <>
        <RowLink to={`${path}/${id}`}>{fullName}</RowLink>
        <small>{email}</small>
      </>
    ),
  },
  { label: "Since", place: "date", sort: "-since", cell: ({ since }) => since },
  {
    label: "Subscription",
    place: "detail",
    cell: ({ plan, subscriptionStatus }) => plan ?? statusLabel(subscriptionStatus),
  },
  { label: "Account", place: "badge", cell: (row) => <AccountBadge {...row} /> },
  {
    label: "View",
    place: "action",
    cell: ({ id, fullName }) => (
      <ButtonLink kind="quiet" size="small" className="relative" to={`${path}/${id}`}>
        View<span className="sr-only"> {fullName}</span>
      </ButtonLink>
    ),
  },
];

function AccountBadge({ role, isConfirmed }: Pick<UserRow, "role" | "isConfirmed">) {
  if (role === "admin") return <Badge tone="blue">Admin</Badge>;
  if (!isConfirmed) return <Badge tone="yellow">Not confirmed</Badge>;
  return <Badge tone="green">Confirmed</Badge>;
}

const sorts = [
  { value: "-since", label: "Newest first" },
  { value: "since", label: "Oldest first" },
  { value: "name", label: "Name, A to Z" },
  { value: "-name", label: "Name, Z to A" },
];

export default function UsersPage() {
  const { search, sort, users, page } = useLoaderData<typeof loader>();
  const sorting = sortingOf({
    chosen: sort,
    options: sorts,
    addressOf: (by) => listAddress(path, { search, sort: by }),
  });
  return (
    <>
      <PageHead title="User Management" lede={foundInWords(page, "account", "accounts")} />
      <FilterBar path={path} label="Search users" chosen={{ search }} search="Name or email" sorting={sorting} />
      {users.length === 0 ? (
        <EmptyState>{search ? `No one found for “${search}”.` : "No one has an account yet."}</EmptyState>
      ) : (
        <DataTable caption="Users" columns={columns} rows={users} keyOf={({ id }) => id} sorting={sorting} />
      )}
      <Pagination page={page} noun="users" addressOf={(number) => listAddress(path, { search, sort }, number)} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
