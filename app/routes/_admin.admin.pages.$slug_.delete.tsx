import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { pagesPath } from "~/features/admin/admin-paths";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Delete page", "Page not found");

/** Loads the page to delete. Fixed pages can be unpublished only. */
export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { slug, name, isFixed } = await load(api.pages.admin.getForm({ slug: idOf(args, "slug") }));
  if (isFixed) throw new Response("Page not found", { status: 404 });
  return { slug, name };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const deleted = await attemptLogged(args, api.pages.admin.delete({ slug: idOf(args, "slug") }));
  const toast = deleted.ok ? successToast("Page deleted") : errorToast("Failed to delete the page", deleted.message);
  return redirectWithToast(args, pagesPath, toast);
}

export default function DeletePagePage() {
  const { slug, name } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={`Delete “${name}”?`}
      cancelLabel="Keep page"
      back={`${pagesPath}/${slug}`}
      backLabel={name}
      action={`${pagesPath}/${slug}/delete`}
      failure={{ title: "Failed to delete the page" }}
      confirmLabel="Delete page"
      isDangerous
    >
      <p>The page and all its versions are deleted. Links to it lead nowhere then.</p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
