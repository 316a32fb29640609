import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { apiFor, attemptOrSay, load } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { resourcesPath } from "~/features/admin/library/library";
import { errorMeta, privateMeta, siteOf } from "~/lib/page-meta";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateMeta("Delete resource", siteOf(matches)) : errorMeta(error, siteOf(matches), "Resource not found");

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { title } = await load(apiFor(args).resources.admin.getForm({ id: args.params.id ?? "" }));
  return { title };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const call = apiFor(args).resources.admin.delete({ id: args.params.id ?? "" });
  const deleted = await attemptOrSay(args, call, "Please try again.");
  return redirectWithToast(
    args.context,
    resourcesPath,
    deleted.ok
      ? { kind: "success", title: "Resource deleted" }
      : { kind: "error", title: "Failed to delete the resource", text: deleted.message },
  );
}

export default function DeleteResourcePage() {
  const { title } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <ConfirmPage
      title={`Delete “${title}”?`}
      leave="Keep resource"
      back={resourcesPath}
      action={pathname}
      isBusy={useIsPosting(pathname)}
      failure={{ title: "Failed to delete the resource" }}
      confirm="Delete resource"
      isDangerous
    >
      <p>It leaves the list that members see, and its page. This can’t be undone.</p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
