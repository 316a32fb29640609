import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { passesPath, passFormPath } from "~/features/admin/admin-paths";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Delete pass", "Pass not found");

export async function loader(args: LoaderFunctionArgs) {
  return load(adminApi(args).passes.admin.getForm({ id: idOf(args) }));
}

export async function action(args: ActionFunctionArgs) {
  const deleted = await attemptLogged(args, adminApi(args).passes.admin.delete({ id: idOf(args) }));
  return redirectWithToast(
    args,
    passesPath,
    deleted.ok
      ? successToast("Pass deleted", deleted.value.title)
      : errorToast("Failed to delete the pass", deleted.message),
  );
}

export default function DeletePassPage() {
  const { id, title, kept } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={`Delete “${title}”?`}
      cancelLabel="Keep pass"
      back={passesPath}
      action={passFormPath(id, "delete")}
      failure={{ title: "Failed to delete the pass" }}
      confirmLabel={kept === null ? "Delete pass" : null}
      isDangerous
    >
      <p>{kept ?? "No one has bought it. This can’t be undone."}</p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
