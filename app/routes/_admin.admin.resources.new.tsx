import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { resourcesPath } from "~/features/admin/library/library";
import { ResourceForm } from "~/features/admin/library/resource-form";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { newResourceForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add Resource");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const categories = await load(api.categories.list());
  return { categories: categories.map(({ name }) => name), formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, newResourceForm);
  if (submission.status !== "success") return refuse(submission);
  const { price: priceMinor, ...form } = submission.value;
  const made = await attemptLogged(args, api.resources.admin.create({ ...form, priceMinor }), "Please try again.");
  if (!made.ok) return refuseCall(submission, made, "Failed to save the resource");
  return redirectWithToast(args, resourcesPath, successToast("Resource added", form.title));
}

const empty = { title: "", description: "", category: "", price: "0", currency: "USD" as const };

export default function NewResourcePage() {
  const { categories, formKey } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const typedKey = refused?.reply.initialValue?.formKey;
  return (
    <>
      <BackLink to={resourcesPath}>Learning Resources</BackLink>
      <PageHead title="Add Resource" />
      <ResourceForm
        action={`${resourcesPath}/new`}
        resource={{ ...empty, formKey: typeof typedKey === "string" ? typedKey : formKey }}
        categories={categories}
        refused={refused}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
