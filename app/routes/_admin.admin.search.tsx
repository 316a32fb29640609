import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { type FoundGroup, foundOf, longestSearch } from "~/features/admin/search/found";
import { SearchKeyChoice } from "~/features/admin/search/search-key-choice";
import { searchPath, useAdminGroups } from "~/features/layout/shell-items";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { Button } from "~/ui/button";
import { CardLink, EmptyState } from "~/ui/card";
import { FieldFrame, inputStyle } from "~/ui/field-frame";
import { Icon } from "~/ui/icon";
import { PageHead } from "~/ui/page-head";
import { RowList } from "~/ui/list";
import { HeadedSection } from "~/ui/headed-section";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Search");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const search = (new URL(args.request.url).searchParams.get("q") ?? "").trim().slice(0, longestSearch);
  return { search, records: await load(api.office.search({ search })) };
}

export default function SearchPage() {
  const { search, records } = useLoaderData<typeof loader>();
  const groups = foundOf(search, records, useAdminGroups());
  return (
    <>
      <PageHead title="Search" lede="Pages and settings, people, sessions by title, and orders by reference." />
      <Form
        className="grid max-w-208 items-end gap-3.5 xs:grid-cols-[minmax(0,1fr)_auto]"
        method="get"
        action={searchPath}
        role="search"
        aria-label="Everything"
        autoComplete="off"
      >
        <FieldFrame label="What are you looking for?" id="search-for">
          <input
            key={search}
            className={inputStyle}
            type="search"
            id="search-for"
            name="q"
            defaultValue={search}
            maxLength={longestSearch}
          />
        </FieldFrame>
        <Button kind="quiet" type="submit">
          <Icon name="search" className="icon--s" />
          Search
        </Button>
      </Form>
      <div className="grid max-w-208 gap-8">
        {groups.map((group) => (
          <FoundRows key={group.heading} {...group} />
        ))}
        {search !== "" && groups.length === 0 && <EmptyState>Nothing found for “{search}”.</EmptyState>}
        <SearchKeyChoice />
      </div>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };

/** Shows one kind of results on the page of the search. */
function FoundRows({ heading, links, more }: FoundGroup) {
  return (
    <HeadedSection heading={heading}>
      <RowList>
        {links.map(({ href, label, note }) => (
          <li key={href}>
            <Link
              className="flex min-h-14 items-center gap-5 px-5 py-2.5 text-inherit no-underline hover:bg-sunken"
              to={href}
            >
              <span className="min-w-0 flex-1">
                <span className="block font-semibold wrap-anywhere">{label}</span>
                <span className="block text-small wrap-anywhere text-ink-soft">{note}</span>
              </span>
              <Icon name="arrow-right" className="text-accent" />
            </Link>
          </li>
        ))}
      </RowList>
      {more && <CardLink to={more.href}>{more.label}</CardLink>}
    </HeadedSection>
  );
}
