import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { apiFor, attemptOrSay, load } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { codesPath } from "~/features/admin/library/library";
import { errorMeta, privateMeta, siteOf } from "~/lib/page-meta";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateMeta("Delete code", siteOf(matches)) : errorMeta(error, siteOf(matches), "Discount code not found");

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { code, uses } = await load(apiFor(args).discounts.getForm({ id: args.params.id ?? "" }));
  return { code, uses };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const call = apiFor(args).discounts.delete({ id: args.params.id ?? "" });
  const deleted = await attemptOrSay(args, call, "Please try again.");
  return redirectWithToast(
    args.context,
    codesPath,
    deleted.ok
      ? { kind: "success", title: "Discount code deleted", text: deleted.value.code }
      : { kind: "error", title: "Failed to delete the discount code", text: deleted.message },
  );
}

export default function DeleteCodePage() {
  const { code, uses } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const used = uses === 1 ? "1 booking or purchase" : `${uses} bookings and purchases`;
  return (
    <ConfirmPage
      title={`Delete the code ${code}?`}
      leave="Keep code"
      back={codesPath}
      action={pathname}
      isBusy={useIsPosting(pathname)}
      failure={{ title: "Failed to delete the discount code" }}
      confirm="Delete code"
      isDangerous
    >
      <p>
        Nobody can use it any more. {uses > 0 && `It is used by ${used}: what was agreed with it stays. `}To keep it for
        later, make it inactive instead.
      </p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
