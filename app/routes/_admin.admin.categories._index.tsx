import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ListedCategory } from "@server/catalogue/schedule/schemas";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { CategoryName } from "~/features/admin/sessions/category-name";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { newCategoryForm } from "~/server/schemas.server";
import { type Column, DataTable, RowLink } from "~/ui/table";
import { RowMenu } from "~/ui/row-actions";
import { EmptyState } from "~/ui/card";
import { PageHead } from "~/ui/page-head";
import { categoriesPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

/** `?index` posts to this route instead of its parent. */
const indexAction = `${categoriesPath}?index`;

export const meta = privateMeta("Categories");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  return { categories: await load(api.categories.list()), formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, newCategoryForm);
  if (submission.status !== "success") return refuse(submission);
  const made = await attemptLogged(args, api.categories.create(submission.value));
  if (!made.ok) return refuse(submission, { ...made, errors: { name: [made.message] } });
  const text = submission.value.name;
  return redirectWithToast(args, categoriesPath, successToast("Category added", text));
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
        // A new key empties the field after a category was added.
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
  {
    label: "Category",
    place: "title",
    cell: ({ id, name }) => <RowLink to={`${categoriesPath}/${id}`}>{name}</RowLink>,
  },
  {
    label: "Sessions",
    place: "lastDetail",
    cell: ({ sessions }) => (sessions === 1 ? "1 session" : `${sessions} sessions`),
  },
  {
    label: "Actions",
    place: "menu",
    cell: ({ id, name }) => (
      <RowMenu
        name={`Change ${name}`}
        items={[
          { label: "Rename", to: `${categoriesPath}/${id}`, name: `Rename ${name}` },
          { label: "Delete", to: `${categoriesPath}/${id}/delete`, name: `Delete ${name}`, isDangerous: true },
        ]}
      />
    ),
  },
];

export { AdminErrorScreen as ErrorBoundary };
