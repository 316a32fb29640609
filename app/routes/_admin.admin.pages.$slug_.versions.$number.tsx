import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { pagesPath } from "~/features/admin/admin-paths";
import { PageText } from "~/features/pages/page-text";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { BackLink, PageHead } from "~/ui/page-head";
import { PostForm, SubmitButton } from "~/ui/post-form";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Version of a page", "Page not found");

const refOf = (args: LoaderFunctionArgs | ActionFunctionArgs) => ({
  slug: idOf(args, "slug"),
  number: Number(idOf(args, "number")),
});

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const ref = refOf(args);
  return { ...(await load(api.pages.admin.getVersion(ref))), slug: ref.slug };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const ref = refOf(args);
  const restored = await attemptLogged(args, api.pages.admin.restore(ref));
  const toast = restored.ok
    ? successToast("Version restored", "It is a draft now. Publish it to show it to visitors.")
    : errorToast("Failed to restore the version", restored.message);
  return redirectWithToast(args, `${pagesPath}/${ref.slug}`, toast);
}

export default function PageVersionPage() {
  const { slug, number, title, text, savedAt, isLatest, isPublished } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const isBusy = useIsPosting(pathname);
  const standing = isPublished ? "This version is published." : isLatest ? "This is the draft." : "An earlier version.";
  return (
    <>
      <BackLink to={`${pagesPath}/${slug}`}>Back to the page</BackLink>
      <PageHead title={title} lede={`Version ${number}, saved on ${savedAt}. ${standing}`}>
        {!isLatest && (
          <PostForm action={pathname} isBusy={isBusy} failure={{ title: "Failed to restore the version" }}>
            <SubmitButton isBusy={isBusy}>Restore as a draft</SubmitButton>
          </PostForm>
        )}
      </PageHead>
      <PageText text={text} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
