import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { giftCardFormPath, giftCardsPath } from "~/features/admin/admin-paths";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Delete gift card", "Gift card not found");

export async function loader(args: LoaderFunctionArgs) {
  return load(adminApi(args).giftCards.admin.getForm({ id: idOf(args) }));
}

export async function action(args: ActionFunctionArgs) {
  const deleted = await attemptLogged(args, adminApi(args).giftCards.admin.delete({ id: idOf(args) }));
  return redirectWithToast(
    args,
    giftCardsPath,
    deleted.ok
      ? successToast("Gift card deleted", deleted.value.title)
      : errorToast("Failed to delete the gift card", deleted.message),
  );
}

export default function DeleteGiftCardPage() {
  const { id, title, kept } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={`Delete “${title}”?`}
      cancelLabel="Keep gift card"
      back={giftCardsPath}
      action={giftCardFormPath(id, "delete")}
      failure={{ title: "Failed to delete the gift card" }}
      confirmLabel={kept === null ? "Delete gift card" : null}
      isDangerous
    >
      <p>{kept ?? "No one has bought it. This can’t be undone."}</p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
