import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ListedCategory } from "@server/schedule/schemas";
import { apiFor, attemptOrSay, load, newCategoryForm } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { CategoryName } from "~/features/admin/sessions/category-name";
import { type Column, DataTable } from "~/ui/data-table";
import { PageHead } from "~/ui/page-head";
import { EmptyState } from "~/ui/empty-state";
import { readForm, refuse } from "~/server/form.server";
import { categoriesPath } from "~/features/admin/library/library";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";
import { useFormAnswer } from "~/lib/forms/form-answer";

/** The form below the list posts to the list's own address. */
const indexAction = `${categoriesPath}?index`;

export const meta: MetaFunction = ({ matches }) => privateMeta("Categories", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return { categories: await load(apiFor(args).categories.list()), formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const submission = await readForm(args.request, newCategoryForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const made = await attemptOrSay(args, apiFor(args).categories.create(submission.value), "Please try again.");
  if (!made.ok) return refuse(submission, { ...made, errors: { name: [made.message] } });
  const text = submission.value.name;
  return redirectWithToast(args.context, categoriesPath, { kind: "success", title: "Category added", text });
}

export default function CategoriesPage() {
  const { categories, formKey } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <PageHead title="Categories" lede="What sessions are sorted by, on the schedule and in its filters." />
      {categories.length === 0 ? (
        <EmptyState>No categories yet.</EmptyState>
      ) : (
        <DataTable caption="Categories" columns={columns} rows={categories} keyOf={({ id }) => id} />
      )}
      <CategoryName
        // A category that was added leaves an empty field behind.
        key={categories.length}
        action={indexAction}
        label="New category"
        button="Add Category"
        name=""
        formKey={formKey}
        refused={refused}
      />
    </>
  );
}

const columns: Column<ListedCategory>[] = [
  { label: "Category", slot: "who", cell: ({ name }) => name },
  {
    label: "Sessions",
    slot: "item",
    cell: ({ sessions }) => (sessions === 1 ? "1 session" : `${sessions} sessions`),
  },
  {
    label: "Actions",
    slot: "act",
    cell: ({ id, name }) => (
      <div>
        <Link className="btn btn--quiet btn--small" to={`${categoriesPath}/${id}`} aria-label={`Rename ${name}`}>
          Rename
        </Link>
        <Link
          className="btn btn--danger btn--small"
          to={`${categoriesPath}/${id}/delete`}
          aria-label={`Delete ${name}`}
        >
          Delete
        </Link>
      </div>
    ),
  },
];

export { AdminErrorScreen as ErrorBoundary };
