import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, load } from "~/api.server";
import { renamedCategoryForm } from "~/back-office.server";
import { AdminErrorScreen } from "~/components/admin/admin-error";
import { BackLink } from "~/components/admin/back-link";
import { CategoryName } from "~/components/admin/category-name";
import { conflictKey } from "~/components/admin/form-version";
import { PageHead } from "~/components/admin/page-head";
import { conflictOf } from "~/lib/conflict";
import { readForm, refuse } from "~/lib/form.server";
import { categoriesPath } from "~/lib/library";
import { errorMeta, privateMeta, siteOf } from "~/lib/page-meta";
import { redirectWithToast, requireAdmin } from "~/session.server";

export { privateHeaders as headers } from "~/lib/headers";
import { useFormAnswer } from "~/lib/kept-form";

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
