import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { conflictKey } from "~/features/admin/form-version";
import { CategoryName } from "~/features/admin/sessions/category-name";
import { conflictOf } from "~/lib/forms/conflict";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { renamedCategoryForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { BackLink, PageHead } from "~/ui/page-head";
import { categoriesPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Rename Category", "Category not found");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  return load(api.categories.get({ id: idOf(args) }));
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, renamedCategoryForm);
  if (submission.status !== "success") return refuse(submission);
  const { categories } = api;
  const id = idOf(args);
  const call = categories.rename({ ...submission.value, id });
  const renamed = await attemptLogged(args, call);
  if (!renamed.ok && renamed.code === "changed_meanwhile") {
    const { name, version } = await load(categories.get({ id }));
    const conflict = conflictOf({ name: "Name" }, { version, values: { name } }, submission.payload);
    return refuse(submission, { ...renamed, conflict });
  }
  if (!renamed.ok) return refuse(submission, { ...renamed, errors: { name: [renamed.message] } });
  const text = submission.value.name;
  return redirectWithToast(args, categoriesPath, successToast("Category renamed", text));
}

export default function RenameCategoryPage() {
  const { id, name, version, sessions } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={categoriesPath}>Categories</BackLink>
      <PageHead
        title={`Rename ${name}`}
        lede={`${sessions === 1 ? "1 session is" : `${sessions} sessions are`} in it, and will be under the new name.`}
      />
      <CategoryName
        key={conflictKey(refused)}
        action={`${categoriesPath}/${id}`}
        label="Name"
        button="Save name"
        name={name}
        version={version}
        refused={refused}
      >
        <ButtonLink kind="quiet" to={categoriesPath}>
          Cancel
        </ButtonLink>
      </CategoryName>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
