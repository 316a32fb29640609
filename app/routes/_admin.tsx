import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { AppShell } from "~/components/app-shell";
import { Icon } from "~/components/icon";
import { adminItems, furtherAdminItems } from "~/lib/shell-items";
import { requireAdmin } from "~/session.server";

export { privateHeaders as headers } from "~/lib/headers";

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const hasPage = (path: string) => args.context.hasPage(path);
  return { items: adminItems({ hasPage }), further: furtherAdminItems({ hasPage }) };
}

export default function AdminLayout() {
  const { items, further } = useLoaderData<typeof loader>();
  const wayOut = (
    <Link className="side__link" to="/">
      <Icon name="arrow-left" />
      Return to site
    </Link>
  );
  return (
    <AppShell
      label="Admin"
      heading="Admin Dashboard"
      items={items}
      further={{ heading: "More", items: further }}
      end={wayOut}
    >
      <Outlet />
    </AppShell>
  );
}
