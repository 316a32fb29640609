import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { collectionFormPath } from "~/features/admin/admin-paths";
import { collectionLabels, collectionValues, EditCollectionForm } from "~/features/admin/collections/collection-form";
import { conflictKey } from "~/features/admin/form-version";
import { conflictOf } from "~/lib/forms/conflict";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
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
  const submission = await readForm(args.request, collectionForm);
  if (submission.status !== "success") return refuse(submission);
  const saved = await attemptLogged(args, products.editCollection({ ...submission.value, ...ref }));
  if (!saved.ok && saved.code === "changed_meanwhile") {
    const { version, ...now } = await load(products.getCollectionForm(ref));
    const values = collectionValues(now);
    return refuse(submission, {
      ...saved,
      conflict: conflictOf(collectionLabels, { version, values }, submission.payload),
    });
  }
  if (!saved.ok) return refuseCall(submission, saved, "Failed to save the collection");
  const { libraryPath } = await load(products.getCollectionForm(ref));
  return redirectWithToast(args, libraryPath, successToast("Collection saved", submission.value.title));
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
