import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { pagesPath } from "~/features/admin/admin-paths";
import { PageForm } from "~/features/admin/pages/page-form";
import { readPageForm, savePage } from "~/features/admin/pages/page.server";
import { typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { adminApi, requireAdmin } from "~/server/auth.server";
import { newPageForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add Page");

export function loader(args: LoaderFunctionArgs) {
  requireAdmin(args);
  return { formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).pages;
  const received = await readPageForm(args);
  return savePage(args, { received, schema: newPageForm, save: (typed) => admin.create(typed) });
}

const empty = { title: "", text: "", place: "none" as const, orderIndex: "0" };

export default function NewPagePage() {
  const { formKey } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={pagesPath}>Pages</BackLink>
      <PageHead title="Add Page" />
      <PageForm
        action={`${pagesPath}/new`}
        values={empty}
        formKey={typedIn(refused, "formKey") ?? formKey}
        isPublished={false}
        refused={refused}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
