import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { collectionsPath } from "~/features/admin/admin-paths";
import { NewCollectionForm } from "~/features/admin/collections/collection-form";
import { saveCollection } from "~/features/admin/collections/save-collection.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { adminApi, requireAdmin } from "~/server/auth.server";
import { newCollectionForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add Collection");

export function loader(args: LoaderFunctionArgs) {
  requireAdmin(args);
  return { formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const { products } = adminApi(args);
  return saveCollection(args, {
    schema: newCollectionForm,
    done: "Collection added",
    failed: "Failed to add the collection",
    save: (form) => products.createCollection(form),
  });
}

export default function NewCollectionPage() {
  const { formKey } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={collectionsPath}>Collections</BackLink>
      <PageHead
        title="Add Collection"
        lede="It is off at first. Add its recordings and set its price, then switch it on."
      />
      <NewCollectionForm action={`${collectionsPath}/new`} back={collectionsPath} formKey={formKey} refused={refused} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
