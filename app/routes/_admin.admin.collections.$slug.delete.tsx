import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { collectionFormPath, collectionsPath } from "~/features/admin/admin-paths";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Delete collection", "Collection not found");

const refOf = ({ params }: Pick<LoaderFunctionArgs, "params">) => ({ collection: params.slug ?? "" });

export async function loader(args: LoaderFunctionArgs) {
  return load(adminApi(args).products.getCollectionForm(refOf(args)));
}

export async function action(args: ActionFunctionArgs) {
  const deleted = await attemptLogged(args, adminApi(args).products.deleteCollection(refOf(args)));
  return redirectWithToast(
    args,
    collectionsPath,
    deleted.ok
      ? successToast("Collection deleted", deleted.value.title)
      : errorToast("Failed to delete the collection", deleted.message),
  );
}

export default function DeleteCollectionPage() {
  const { slug, title, kept } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={`Delete “${title}”?`}
      cancelLabel="Keep collection"
      back={collectionsPath}
      action={collectionFormPath(slug, "delete")}
      failure={{ title: "Failed to delete the collection" }}
      confirmLabel={kept === null ? "Delete collection" : null}
      isDangerous
    >
      <p>{kept ?? "It has no recordings, and no one has bought it. This can’t be undone."}</p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
