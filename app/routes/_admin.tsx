import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { useAskBeforeSignOut } from "~/features/admin/check-in/ask-before-sign-out";
import { useCheckInSender } from "~/features/admin/check-in/use-check-ins";
import { SearchField } from "~/features/admin/search/search-field";
import { PendingAdminPage } from "~/features/admin/pending-admin-page";
import { AppShell, ShellLink } from "~/features/layout/app-shell";
import { useAdminGroups } from "~/features/layout/shell-items";
import { secondFactorPath } from "~/lib/sign-in-address";
import { useSite } from "~/lib/site";
import { apiFor, load } from "~/server/api.server";
import { daysForSecondFactor, requireAdmin } from "~/server/auth.server";
import { Notice } from "~/ui/notice";
import styles from "../office.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export { privateHeaders as headers } from "~/lib/page-meta";

export async function loader(args: LoaderFunctionArgs) {
  const admin = requireAdmin(args);
  const { backups, products } = apiFor(args);
  const [isPaused, collections] = await Promise.all([load(backups.isPaused()), load(products.listCollectionPages())]);
  return { days: daysForSecondFactor(args.context, admin), isPaused, collections };
}

export default function AdminLayout() {
  const { days, isPaused } = useLoaderData<typeof loader>();
  const groups = useAdminGroups();
  useCheckInSender(useSite()?.checkInAccountId ?? null);
  useAskBeforeSignOut();
  const wayOut = (
    <ShellLink href="/" icon="arrow-left">
      Return to site
    </ShellLink>
  );
  return (
    <AppShell label="Admin" heading="Admin Dashboard" search={<SearchField />} groups={groups} end={wayOut}>
      {isPaused && <PausedNotice />}
      {days !== null && <SecondFactorNotice days={days} />}
      <PendingAdminPage>
        <Outlet />
      </PendingAdminPage>
    </AppShell>
  );
}

function PausedNotice() {
  return (
    <Notice kind="warning">
      <b className="block">This site was restored from a backup and is paused</b> Visitors can’t book, and no mail,
      refund or reminder is sent. <Link to="/admin/backups">Check Stripe and resume</Link>
    </Notice>
  );
}

function SecondFactorNotice({ days }: { days: number }) {
  return (
    <Notice kind="warning">
      <b className="block">Set up two-step sign-in</b> You have {days === 1 ? "1 day" : `${days} days`} left. After that
      you can’t use the admin area until it is on. <Link to={secondFactorPath}>Set it up now</Link>
    </Notice>
  );
}
