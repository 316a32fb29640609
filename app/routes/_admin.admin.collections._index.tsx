import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { collectionsPath } from "~/features/admin/admin-paths";
import { CollectionTable } from "~/features/admin/collections/collection-table";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm } from "~/server/form.server";
import { movedCollectionForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Collections");

export async function loader(args: LoaderFunctionArgs) {
  return { collections: await load(adminApi(args).products.listCollections()) };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, movedCollectionForm);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const moved = await attemptLogged(args, api.products.moveCollection(submission.value));
  return redirectWithToast(
    args,
    collectionsPath,
    moved.ok
      ? successToast("Order updated", moved.value.title)
      : errorToast("Failed to move the collection", moved.message),
  );
}

export default function CollectionsPage() {
  const { collections } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Collections" lede="Series of recordings, each sold as a whole.">
        <ButtonLink to={`${collectionsPath}/new`}>Add Collection</ButtonLink>
      </PageHead>
      {/* `?index` posts to this route instead of its parent. */}
      <CollectionTable collections={collections} action={`${collectionsPath}?index`} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
