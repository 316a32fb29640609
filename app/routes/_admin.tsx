import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, Outlet } from "@remix-run/react";
import { PendingAdminPage } from "~/components/admin/pending-admin-page";
import { AppShell } from "~/components/app-shell";
import { Icon } from "~/components/icon";
import { useCheckInSender } from "~/lib/check-in/use-check-ins";
import { adminItems, furtherAdminItems } from "~/lib/shell-items";
import { useSite } from "~/lib/site";
import { requireAdmin } from "~/session.server";

export { privateHeaders as headers } from "~/lib/headers";

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return null;
}

export default function AdminLayout() {
  useCheckInSender(useSite()?.checkInAccountId ?? null);
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
      items={adminItems}
      further={{ heading: "More", items: furtherAdminItems }}
      end={wayOut}
    >
      <PendingAdminPage>
        <Outlet />
      </PendingAdminPage>
    </AppShell>
  );
}
