import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { pagesPath } from "~/features/admin/admin-paths";
import { conflictKey } from "~/features/admin/form-version";
import { PageForm } from "~/features/admin/pages/page-form";
import { isPublic, PageStateBadge, PageVersions } from "~/features/admin/pages/page-table";
import { readPageForm, savePage } from "~/features/admin/pages/page.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { editedPageForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { BackLink, PageHead } from "~/ui/page-head";
import { RowAction } from "~/ui/row-actions";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Edit Page", "Page not found");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  return load(api.pages.admin.getForm({ slug: idOf(args, "slug") }));
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).pages;
  const slug = idOf(args, "slug");
  const path = `${pagesPath}/${slug}`;
  const received = await readPageForm(args);
  if (received.fields.get("intent") === "unpublish") {
    const done = await attemptLogged(args, admin.unpublish({ slug }));
    const toast = done.ok ? successToast("Page unpublished") : errorToast("Failed to unpublish the page", done.message);
    return redirectWithToast(args, path, toast);
  }
  return savePage(args, {
    received,
    schema: editedPageForm,
    save: (typed) => admin.edit({ ...typed, slug }),
    readSaved: () => load(admin.getForm({ slug })),
  });
}

export default function EditPagePage() {
  const page = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const { slug, name, path, state, values, version, isFixed } = page;
  const formPath = `${pagesPath}/${slug}`;
  const isOwnPublished = state === "published" || state === "changed";
  return (
    <>
      <BackLink to={pagesPath}>Pages</BackLink>
      <PageHead title={name} lede={`Its address is ${path}.`}>
        {isPublic(state) && (
          <ButtonLink kind="quiet" to={path}>
            View
          </ButtonLink>
        )}
        {isOwnPublished && (
          <RowAction action={formPath} fields={{ intent: "unpublish" }} label="Unpublish" name={`Unpublish ${name}`} />
        )}
        {!isFixed && (
          <ButtonLink kind="quiet" to={`${formPath}/delete`}>
            Delete
          </ButtonLink>
        )}
      </PageHead>
      <p>
        <PageStateBadge state={state} />
      </p>
      <PageForm
        key={`${version}${conflictKey(refused)}`}
        action={formPath}
        values={values}
        version={version}
        isPublished={isOwnPublished}
        refused={refused}
      />
      <PageVersions page={page} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
