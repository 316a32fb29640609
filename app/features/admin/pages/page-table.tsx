import type { ListedPage, PageForm, PageState } from "@server/catalogue/pages/schemas";
import { Link } from "@remix-run/react";
import { pagesPath } from "~/features/admin/admin-paths";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { textLinkStyle } from "~/ui/link";
import { RowMenu } from "~/ui/row-actions";
import { type Column, DataTable, RowLink } from "~/ui/table";

export const pagePlaces = [
  { value: "menu", label: "Menu" },
  { value: "footer", label: "Footer" },
  { value: "none", label: "Not linked" },
];

const states: Record<PageState, { label: string; tone: "green" | "yellow" | "grey" | "blue" }> = {
  published: { label: "Published", tone: "green" },
  changed: { label: "Published, with a newer draft", tone: "yellow" },
  draft: { label: "Draft", tone: "grey" },
  built_in: { label: "Text that came with the site", tone: "blue" },
  none: { label: "Starting text to review", tone: "grey" },
};

export const PageStateBadge = ({ state }: { state: PageState }) => (
  <Badge tone={states[state].tone}>{states[state].label}</Badge>
);

export const isPublic = (state: PageState): boolean => state !== "draft" && state !== "none";

export const PageTable = ({ pages }: { pages: ListedPage[] }) => (
  <DataTable caption="Pages" columns={columns} rows={pages} keyOf={({ slug }) => slug} />
);

const columns: Column<ListedPage>[] = [
  {
    label: "Page",
    place: "title",
    cell: ({ slug, title, path }) => (
      <>
        <RowLink to={`${pagesPath}/${slug}`}>{title}</RowLink>
        <small>{path}</small>
      </>
    ),
  },
  {
    label: "Linked in",
    place: "lastDetail",
    cell: ({ place }) => pagePlaces.find(({ value }) => value === place)?.label,
  },
  { label: "Order", place: "roomy", cell: ({ orderIndex }) => orderIndex },
  { label: "Status", place: "badge", cell: ({ state }) => <PageStateBadge state={state} /> },
  {
    label: "Actions",
    place: "menu",
    cell: ({ slug, title, path, state }) => (
      <RowMenu
        name={`Change ${title}`}
        items={[
          { label: "Edit", to: `${pagesPath}/${slug}`, name: `Edit ${title}` },
          ...(isPublic(state) ? [{ label: "View", to: path, name: `View ${title}` }] : []),
          ...(path.startsWith("/pages/")
            ? [{ label: "Delete", to: `${pagesPath}/${slug}/delete`, name: `Delete ${title}`, isDangerous: true }]
            : []),
        ]}
      />
    ),
  },
];

export function PageVersions({ page: { slug, versions } }: { page: PageForm }) {
  if (versions.length === 0) return null;
  return (
    <Card title="Versions">
      <ul className="grid gap-1">
        {versions.map(({ number, savedAt, isPublished }) => (
          <li key={number} className="flex flex-wrap items-center gap-x-3">
            <Link
              className={`${textLinkStyle} inline-flex min-h-(--size-touch) items-center`}
              to={`${pagesPath}/${slug}/versions/${number}`}
            >
              Version {number}, {savedAt}
            </Link>
            {isPublished && <Badge tone="green">Published</Badge>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
