import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { apiFor, attemptOrSay, load } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { categoriesPath } from "~/features/admin/library/library";
import { errorMeta, privateMeta, siteOf } from "~/lib/page-meta";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateMeta("Delete category", siteOf(matches)) : errorMeta(error, siteOf(matches), "Category not found");

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return load(apiFor(args).categories.get({ id: args.params.id ?? "" }));
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const call = apiFor(args).categories.delete({ id: args.params.id ?? "" });
  const deleted = await attemptOrSay(args, call, "Please try again.");
  return redirectWithToast(
    args.context,
    categoriesPath,
    deleted.ok
      ? { kind: "success", title: "Category deleted" }
      : { kind: "error", title: "Failed to delete the category", text: deleted.message },
  );
}

export default function DeleteCategoryPage() {
  const { name, sessions } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const without = sessions === 1 ? "1 session is in it, and has" : `${sessions} sessions are in it, and have`;
  return (
    <ConfirmPage
      title={`Delete “${name}”?`}
      leave="Keep category"
      back={categoriesPath}
      action={pathname}
      isBusy={useIsPosting(pathname)}
      failure={{ title: "Failed to delete the category" }}
      confirm="Delete category"
      isDangerous
    >
      <p>The category leaves the filters. {sessions > 0 ? `${without} no category then.` : "No session is in it."}</p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
