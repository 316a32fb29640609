import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { listAddress } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { Badge } from "~/ui/badge";
import { ButtonLink, buttonStyle } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { FilterBar } from "~/ui/filter-bar";
import { PageHead } from "~/ui/page-head";
import { Pagination } from "~/ui/pagination";
import { type Column, DataTable } from "~/ui/table";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/admin/newsletter";

export const meta = privateMeta("Newsletter");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const query = new URL(args.request.url).searchParams;
  const search = query.get("search")?.trim() ?? "";
  return { search, ...(await load(api.newsletter.listConsents({ search, page: query.get("page") }))) };
}

type ConsentRow = ReturnType<typeof useLoaderData<typeof loader>>["consents"][number];

const columns: Column<ConsentRow>[] = [
  {
    label: "Email and words agreed to",
    place: "title",
    cell: ({ email, wording }) => (
      <>
        {email}
        <small>{wording}</small>
      </>
    ),
  },
  { label: "Asked", place: "date", cell: ({ asked }) => asked },
  { label: "How", place: "detail", cell: ({ source }) => source.charAt(0).toUpperCase() + source.slice(1) },
  { label: "Since when", place: "lastDetail", cell: ({ state }) => state },
  {
    label: "Announcements",
    place: "badge",
    cell: (row) => (row.isReceiving ? <Badge tone="green">On</Badge> : <Badge tone="grey">Off</Badge>),
  },
];

const receiversText = (count: number) =>
  count === 1 ? "1 person has agreed to get it." : `${count} people have agreed to get it.`;

export default function NewsletterPage() {
  const { search, consents, page, receivers } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Newsletter"
        lede={receivers === 0 ? "No one has agreed to get it yet." : receiversText(receivers)}
      >
        <a className={buttonStyle({ kind: "quiet" })} href={`${path}.csv`} download>
          Export CSV
        </a>
        <ButtonLink to={`${path}/new`}>New newsletter</ButtonLink>
      </PageHead>
      <FilterBar path={path} label="Search consents" chosen={{ search }} search="Email" />
      {consents.length === 0 ? (
        <EmptyState>
          {search
            ? `No one found for “${search}”.`
            : "People are asked when they book or create an account. Those who tick the box and confirm it by email are listed here."}
        </EmptyState>
      ) : (
        <DataTable caption="Consents" columns={columns} rows={consents} keyOf={({ id }) => id} />
      )}
      <Pagination page={page} noun="consents" addressOf={(number) => listAddress(path, { search }, number)} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
