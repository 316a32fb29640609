import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { collectionFormPath } from "~/features/admin/admin-paths";
import { EditCollectionForm } from "~/features/admin/collections/collection-form";
import { saveCollection } from "~/features/admin/collections/save-collection.server";
import { conflictKey } from "~/features/admin/form-version";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { collectionForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Edit Collection", "Collection not found");

const slugOf = ({ params }: Pick<LoaderFunctionArgs, "params">): string => params.slug ?? "";

export async function loader(args: LoaderFunctionArgs) {
  return load(adminApi(args).products.getCollectionForm({ collection: slugOf(args) }));
}

export async function action(args: ActionFunctionArgs) {
  const { products } = adminApi(args);
  const ref = { collection: slugOf(args) };
  return saveCollection(args, {
    schema: collectionForm,
    done: "Collection saved",
    failed: "Failed to save the collection",
    save: (form) => products.editCollection({ ...form, ...ref }),
    readSaved: () => load(products.getCollectionForm(ref)),
  });
}

export default function EditCollectionPage() {
  const collection = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={collection.libraryPath}>{collection.title}</BackLink>
      <PageHead title={`${collection.title}: the collection`} lede={`Its page is ${collection.path}.`} />
      <EditCollectionForm
        key={conflictKey(refused)}
        action={collectionFormPath(collection.slug)}
        collection={collection}
        refused={refused}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
