import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, load, newResourceForm } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { BackLink, PageHead } from "~/ui/page-head";
import { ResourceForm } from "~/features/admin/library/resource-form";
import { readForm, refuse } from "~/server/form.server";
import { resourcesPath } from "~/features/admin/library/library";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";
import { useFormAnswer } from "~/lib/forms/form-answer";

export const meta: MetaFunction = ({ matches }) => privateMeta("Add Resource", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const categories = await load(apiFor(args).categories.list());
  return { categories: categories.map(({ name }) => name), formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const submission = await readForm(args.request, newResourceForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const { price: priceMinor, ...form } = submission.value;
  const made = await attemptOrSay(
    args,
    apiFor(args).resources.admin.create({ ...form, priceMinor }),
    "Please try again.",
  );
  if (!made.ok) {
    const toast = { kind: "error" as const, title: "Failed to save the resource", text: made.message };
    return refuse(submission, { ...made, toast });
  }
  return redirectWithToast(args.context, resourcesPath, { kind: "success", title: "Resource added", text: form.title });
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
