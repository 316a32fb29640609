import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { AppShell } from "~/components/app-shell";
import { Icon } from "~/components/icon";
import { adminItems } from "~/lib/shell-items";
import { requireAdmin } from "~/session.server";

export { privateHeaders as headers } from "~/lib/headers";

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return { items: adminItems({ hasPage: (path) => args.context.hasPage(path) }) };
}

export default function AdminLayout() {
  const { items } = useLoaderData<typeof loader>();
  const wayOut = (
    <Link className="side__link" to="/">
      <Icon name="arrow-left" />
      Return to site
    </Link>
  );
  return (
    <AppShell label="Admin" heading="Admin Dashboard" items={items} end={wayOut}>
      <Outlet />
    </AppShell>
  );
}
