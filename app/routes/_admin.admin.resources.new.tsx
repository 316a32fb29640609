import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ResourceForm } from "~/features/admin/library/resource-form";
import { saveResource } from "~/features/admin/library/resource.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { newResourceForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";
import { resourcesPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add Resource");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const categories = await load(api.categories.list());
  return { categories: categories.map(({ name }) => name), formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).resources;
  return saveResource(args, {
    schema: newResourceForm,
    done: "Resource added",
    save: ({ price: priceMinor, ...form }) => admin.create({ ...form, priceMinor }),
  });
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
        resource={{ ...empty, files: [], formKey: typeof typedKey === "string" ? typedKey : formKey }}
        categories={categories}
        refused={refused}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
