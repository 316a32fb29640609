import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, load, renamedCategoryForm } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { BackLink, PageHead } from "~/ui/page-head";
import { CategoryName } from "~/features/admin/sessions/category-name";
import { conflictKey } from "~/features/admin/form-version";
import { conflictOf } from "~/lib/forms/conflict";
import { readForm, refuse } from "~/server/form.server";
import { categoriesPath } from "~/features/admin/library/library";
import { errorMeta, privateMeta, siteOf } from "~/lib/page-meta";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";
import { useFormAnswer } from "~/lib/forms/form-answer";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateMeta("Rename Category", siteOf(matches)) : errorMeta(error, siteOf(matches), "Category not found");

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return load(apiFor(args).categories.get({ id: args.params.id ?? "" }));
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const submission = await readForm(args.request, renamedCategoryForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const { categories } = apiFor(args);
  const id = args.params.id ?? "";
  const call = categories.rename({ ...submission.value, id });
  const renamed = await attemptOrSay(args, call, "Please try again.");
  if (!renamed.ok && renamed.code === "changed_meanwhile") {
    const { name, version } = await load(categories.get({ id }));
    const conflict = conflictOf({ name: "Name" }, { version, values: { name } }, submission.payload);
    return refuse(submission, { ...renamed, conflict });
  }
  if (!renamed.ok) return refuse(submission, { ...renamed, errors: { name: [renamed.message] } });
  const text = submission.value.name;
  return redirectWithToast(args.context, categoriesPath, { kind: "success", title: "Category renamed", text });
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
        <Link className="btn btn--quiet" to={categoriesPath}>
          Cancel
        </Link>
      </CategoryName>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
