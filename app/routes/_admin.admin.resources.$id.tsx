import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { conflictKey } from "~/features/admin/form-version";
import { ResourceForm } from "~/features/admin/library/resource-form";
import { saveResource } from "~/features/admin/library/resource.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { editedResourceForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { listAddress } from "~/lib/list-address";
import { BackLink, PageHead } from "~/ui/page-head";
import { resourcesPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Edit Resource", "Resource not found");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const id = idOf(args);
  const { buyers: _, ...resource } = await load(api.resources.admin.getForm({ id }));
  const categories = await load(api.categories.list());
  return { id, resource, categories: categories.map(({ name }) => name) };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).resources;
  const id = idOf(args);
  return saveResource(args, {
    schema: editedResourceForm,
    done: "Resource saved",
    save: ({ price: priceMinor, ...form }) => admin.edit({ ...form, priceMinor, id }),
    readSaved: () => load(admin.getForm({ id })),
  });
}

export default function EditResourcePage() {
  const { id, resource, categories } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={resourcesPath}>Learning Resources</BackLink>
      <PageHead title="Edit Resource">
        {Number(resource.price) > 0 && resource.files.length > 0 && (
          <ButtonLink
            kind="quiet"
            to={listAddress("/admin/purchases/grant", { item: id, back: `${resourcesPath}/${id}` })}
          >
            Grant free access
          </ButtonLink>
        )}
      </PageHead>
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
