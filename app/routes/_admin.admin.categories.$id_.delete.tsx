import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { categoriesPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Delete category", "Category not found");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  return load(api.categories.get({ id: idOf(args) }));
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const call = api.categories.delete({ id: idOf(args) });
  const deleted = await attemptLogged(args, call);
  return redirectWithToast(
    args,
    categoriesPath,
    deleted.ok ? successToast("Category deleted") : errorToast("Failed to delete the category", deleted.message),
  );
}

export default function DeleteCategoryPage() {
  const { name, sessions } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const without = sessions === 1 ? "1 session is in it, and has" : `${sessions} sessions are in it, and have`;
  return (
    <ConfirmPage
      title={`Delete “${name}”?`}
      cancelLabel="Keep category"
      back={categoriesPath}
      action={pathname}
      failure={{ title: "Failed to delete the category" }}
      confirmLabel="Delete category"
      isDangerous
    >
      <p>The category leaves the filters. {sessions > 0 ? `${without} no category then.` : "No session is in it."}</p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
