import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { resourcesPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Delete resource", "Resource not found");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { title, buyers } = await load(api.resources.admin.getForm({ id: idOf(args) }));
  return { title, buyers };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const call = api.resources.admin.delete({ id: idOf(args) });
  const deleted = await attemptLogged(args, call);
  return redirectWithToast(
    args,
    resourcesPath,
    deleted.ok
      ? successToast(deleted.value.isWithdrawn ? "Resource withdrawn" : "Resource deleted")
      : errorToast("Failed to delete the resource", deleted.message),
  );
}

export default function DeleteResourcePage() {
  const { title, buyers } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <ConfirmPage
      title={`Delete “${title}”?`}
      cancelLabel="Keep resource"
      back={resourcesPath}
      action={pathname}
      failure={{ title: "Failed to delete the resource" }}
      confirmLabel="Delete resource"
      isDangerous
    >
      <p>
        {buyers > 0
          ? "It is removed from the list and no longer sold. Members who bought it keep it. This can’t be undone."
          : "It is removed from the members’ list, and its page is deleted. This can’t be undone."}
      </p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
