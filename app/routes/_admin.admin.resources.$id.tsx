import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { conflictKey } from "~/features/admin/form-version";
import { resourcesPath } from "~/features/admin/library/library";
import { ResourceForm } from "~/features/admin/library/resource-form";
import { conflictOf } from "~/lib/forms/conflict";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { editedResourceForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Edit Resource", "Resource not found");

const labels = {
  title: "Title",
  description: "Description",
  category: "Category",
  price: "Price",
  currency: "Currency",
};

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const id = idOf(args);
  const resource = await load(api.resources.admin.getForm({ id }));
  const categories = await load(api.categories.list());
  return { id, resource, categories: categories.map(({ name }) => name) };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, editedResourceForm);
  if (submission.status !== "success") return refuse(submission);
  const { price: priceMinor, ...form } = submission.value;
  const { admin } = api.resources;
  const id = idOf(args);
  const call = admin.edit({ ...form, priceMinor, id });
  const saved = await attemptLogged(args, call);
  if (!saved.ok && saved.code === "changed_meanwhile") {
    const { version, ...values } = await load(admin.getForm({ id }));
    const conflict = conflictOf(labels, { version, values }, submission.payload);
    return refuse(submission, { ...saved, conflict });
  }
  if (!saved.ok) return refuseCall(submission, saved, "Failed to save the resource");
  return redirectWithToast(args, resourcesPath, successToast("Resource saved", form.title));
}

export default function EditResourcePage() {
  const { id, resource, categories } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={resourcesPath}>Learning Resources</BackLink>
      <PageHead title="Edit Resource" />
      <ResourceForm
        key={conflictKey(refused)}
        action={`${resourcesPath}/${id}`}
        resource={resource}
        categories={categories}
        refused={refused}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
