import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { Today, Waiting } from "~/features/admin/overview/overview";
import { adminPanels } from "~/features/layout/shell-items";
import { privateMeta } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { requireAdmin } from "~/server/auth.server";
import { Icon } from "~/ui/icon";
import { Notice } from "~/ui/notice";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Admin Dashboard");

export async function loader(args: LoaderFunctionArgs) {
  const { hasSecondFactor, secondFactorDueAt } = requireAdmin(args);
  // With a deadline, the layout shows the notice on every admin page.
  return {
    isAdvised: !hasSecondFactor && secondFactorDueAt === null,
    office: await load(apiFor(args).home.getOffice()),
  };
}

export default function AdminOverviewPage() {
  const { isAdvised, office } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Admin Dashboard" />
      {isAdvised && (
        <Notice kind="warning">
          <b className="block">Protect your admin area</b> Until you set up a second step at sign-in, your password
          alone opens everything here. <Link to="/dashboard/settings/second-factor">Set it up now</Link>
        </Notice>
      )}
      <Today today={office.today} />
      <Waiting waiting={office.waiting} />
      <h2 className="heading">Everything</h2>
      <ul className="panels">
        {adminPanels.map(({ label, href, icon, text }) => (
          <li key={href}>
            <Link className="panel-card" to={href}>
              <Icon name={icon} />
              <h3 className="subtitle">{label}</h3>
              <p>{text}</p>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
