import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { apiFor, load } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { Icon } from "~/ui/icon";
import { Today, Waiting } from "~/features/admin/overview/overview";
import { PageHead } from "~/ui/page-head";
import { Notice } from "~/ui/notice";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { adminPanels } from "~/features/layout/shell-items";
import { requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction = ({ matches }) => privateMeta("Admin Dashboard", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  const { hasSecondFactor, secondFactorDueAt } = await requireAdmin(args);
  // Where there is a deadline, every page of the back office says so.
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
          <b className="block font-semibold">Protect your admin area</b> Until you set up a second step at sign-in, your
          password alone opens everything here.{" "}
          <Link className="font-semibold" to="/dashboard/settings/second-factor">
            Set it up now
          </Link>
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
