import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { spentInWords } from "~/features/admin/people/person";
import { listAddress, sortingOf } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { Badge } from "~/ui/badge";
import { buttonStyle } from "~/ui/button";
import { type Column, DataTable, RowLink } from "~/ui/table";
import { EmptyState } from "~/ui/card";
import { FilterBar } from "~/ui/filter-bar";
import { PageHead } from "~/ui/page-head";
import { foundInWords, Pagination } from "~/ui/pagination";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/admin/people";

export const meta = privateMeta("People");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const query = new URL(args.request.url).searchParams;
  const search = query.get("search")?.trim() ?? "";
  const sort = query.get("sort") ?? "";
  return { search, sort, ...(await load(api.people.list({ search, sort, page: query.get("page") }))) };
}

type PersonRow = ReturnType<typeof useLoaderData<typeof loader>>["people"][number];

const columns: Column<PersonRow>[] = [
  {
    label: "Name and email",
    place: "title",
    sort: "name",
    cell: ({ key, name, email }) => (
      <>
        <RowLink to={`${path}/${key}`}>{name}</RowLink>
        <small>{email}</small>
      </>
    ),
  },
  { label: "Last booking or purchase", place: "date", sort: "-last", cell: ({ last }) => last },
  { label: "Visits", place: "detail", cell: ({ visits, noShows }) => <Visits visits={visits} noShows={noShows} /> },
  { label: "Receives announcements", place: "roomy", cell: ({ announcements }) => announcements },
  { label: "Spent", place: "number", cell: (row) => <span className="whitespace-normal">{spentInWords(row)}</span> },
  {
    label: "Account",
    place: "badge",
    cell: ({ isMember, receivesAnnouncements }) => (
      <>
        {isMember ? <Badge tone="green">Member</Badge> : <Badge tone="grey">Guest</Badge>}
        {!receivesAnnouncements && <small className="@min-[56rem]:sr-only">No announcements</small>}
      </>
    ),
  },
];

function Visits({ visits, noShows }: Pick<PersonRow, "visits" | "noShows">) {
  return (
    <>
      {visits === 1 ? "1 visit" : `${visits} visits`}
      {noShows > 0 && <small>{noShows === 1 ? "1 no-show" : `${noShows} no-shows`}</small>}
    </>
  );
}

const sorts = [
  { value: "-last", label: "Newest first" },
  { value: "last", label: "Oldest first" },
  { value: "name", label: "Name, A to Z" },
  { value: "-name", label: "Name, Z to A" },
];

export default function PeoplePage() {
  const { search, sort, people, page } = useLoaderData<typeof loader>();
  const sorting = sortingOf({
    chosen: sort,
    options: sorts,
    addressOf: (by) => listAddress(path, { search, sort: by }),
  });
  return (
    <>
      <PageHead title="People" lede={foundInWords(page, "person", "people")}>
        <a className={buttonStyle({ kind: "quiet" })} href="/admin/people.csv" download>
          Export CSV
        </a>
      </PageHead>
      <FilterBar path={path} label="Search people" chosen={{ search }} search="Name or email" sorting={sorting} />
      {people.length === 0 ? (
        <EmptyState>
          {search ? `No one found for “${search}”.` : "No one has booked or bought anything yet."}
        </EmptyState>
      ) : (
        <DataTable caption="People" columns={columns} rows={people} keyOf={({ key }) => key} sorting={sorting} />
      )}
      <Pagination page={page} noun="people" addressOf={(number) => listAddress(path, { search, sort }, number)} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
