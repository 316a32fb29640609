import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { planFormPath, plansPath } from "~/features/admin/admin-paths";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Delete membership", "Membership not found");

export async function loader(args: LoaderFunctionArgs) {
  return load(adminApi(args).memberships.admin.getForm({ id: idOf(args) }));
}

export async function action(args: ActionFunctionArgs) {
  const deleted = await attemptLogged(args, adminApi(args).memberships.admin.delete({ id: idOf(args) }));
  return redirectWithToast(
    args,
    plansPath,
    deleted.ok
      ? successToast("Membership deleted", deleted.value.title)
      : errorToast("Failed to delete the membership", deleted.message),
  );
}

export default function DeletePlanPage() {
  const { id, title, kept } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={`Delete “${title}”?`}
      cancelLabel="Keep membership"
      back={plansPath}
      action={planFormPath(id, "delete")}
      failure={{ title: "Failed to delete the membership" }}
      confirmLabel={kept === null ? "Delete membership" : null}
      isDangerous
    >
      <p>{kept ?? "No one has joined it. This can’t be undone."}</p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
