import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/components/error-screen";
import { Notice } from "~/components/notice";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { requireAdmin } from "~/session.server";

export { privateHeaders as headers } from "~/lib/headers";

export const meta: MetaFunction = ({ matches }) => privateMeta("Admin Dashboard", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  const { hasSecondFactor } = await requireAdmin(args);
  return { hasSecondFactor };
}

export default function AdminOverviewPage() {
  const { hasSecondFactor } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="display">Admin Dashboard</h1>
      {!hasSecondFactor && (
        <Notice kind="warning">
          <b className="block font-semibold">Protect your admin area</b> Until you set up a second step at sign-in, your
          password alone opens everything here.{" "}
          <Link className="font-semibold" to="/dashboard/settings/second-factor">
            Set it up now
          </Link>
        </Notice>
      )}
      <p className="lede">What you offer is on the public schedule; what there is to manage will be listed here.</p>
    </>
  );
}

export { ErrorScreen as ErrorBoundary };
