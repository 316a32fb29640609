import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { codesPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Delete code", "Discount code not found");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { code, uses } = await load(api.discounts.getForm({ id: idOf(args) }));
  return { code, uses };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const call = api.discounts.delete({ id: idOf(args) });
  const deleted = await attemptLogged(args, call);
  return redirectWithToast(
    args,
    codesPath,
    deleted.ok
      ? successToast("Discount code deleted", deleted.value.code)
      : errorToast("Failed to delete the discount code", deleted.message),
  );
}

export default function DeleteCodePage() {
  const { code, uses } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const used = uses === 1 ? "1 booking or purchase" : `${uses} bookings and purchases`;
  return (
    <ConfirmPage
      title={`Delete the code ${code}?`}
      cancelLabel="Keep code"
      back={codesPath}
      action={pathname}
      failure={{ title: "Failed to delete the discount code" }}
      confirmLabel="Delete code"
      isDangerous
    >
      <p>
        No one can use it after that. {uses > 0 && `It is used by ${used}: those prices don’t change. `}To keep it for
        later, deactivate it instead.
      </p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
