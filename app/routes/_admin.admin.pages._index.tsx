import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { pagesPath } from "~/features/admin/admin-paths";
import { PageTable } from "~/features/admin/pages/page-table";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Pages");

export const loader = (args: LoaderFunctionArgs) => {
  const api = adminApi(args);
  return load(api.pages.admin.list());
};

const lede =
  "What you write about yourself, and what people agree to when they book. Published terms and privacy are linked wherever someone books, buys or signs up.";

export default function PagesPage() {
  return (
    <>
      <PageHead title="Pages" lede={lede}>
        <ButtonLink to={`${pagesPath}/new`}>Add Page</ButtonLink>
      </PageHead>
      <PageTable pages={useLoaderData<typeof loader>()} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
