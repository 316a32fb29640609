import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, editedResourceForm, load } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { BackLink, PageHead } from "~/ui/page-head";
import { conflictKey } from "~/features/admin/form-version";
import { ResourceForm } from "~/features/admin/library/resource-form";
import { conflictOf } from "~/lib/forms/conflict";
import { readForm, refuse } from "~/server/form.server";
import { resourcesPath } from "~/features/admin/library/library";
import { errorMeta, privateMeta, siteOf } from "~/lib/page-meta";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";
import { useFormAnswer } from "~/lib/forms/form-answer";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateMeta("Edit Resource", siteOf(matches)) : errorMeta(error, siteOf(matches), "Resource not found");

const labels = {
  title: "Title",
  description: "Description",
  category: "Category",
  price: "Price",
  currency: "Currency",
};

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const id = args.params.id ?? "";
  const resource = await load(apiFor(args).resources.admin.getForm({ id }));
  const categories = await load(apiFor(args).categories.list());
  return { id, resource, categories: categories.map(({ name }) => name) };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const submission = await readForm(args.request, editedResourceForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const { price: priceMinor, ...form } = submission.value;
  const { admin } = apiFor(args).resources;
  const id = args.params.id ?? "";
  const call = admin.edit({ ...form, priceMinor, id });
  const saved = await attemptOrSay(args, call, "Please try again.");
  if (!saved.ok && saved.code === "changed_meanwhile") {
    const { version, ...values } = await load(admin.getForm({ id }));
    const conflict = conflictOf(labels, { version, values }, submission.payload);
    return refuse(submission, { ...saved, conflict });
  }
  if (!saved.ok) {
    const toast = { kind: "error" as const, title: "Failed to save the resource", text: saved.message };
    return refuse(submission, { ...saved, toast });
  }
  return redirectWithToast(args.context, resourcesPath, { kind: "success", title: "Resource saved", text: form.title });
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
