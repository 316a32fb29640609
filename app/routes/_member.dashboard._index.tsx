import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { apiFor, load } from "~/api.server";
import { ErrorScreen } from "~/components/error-screen";
import { Notice } from "~/components/notice";
import { WelcomeCard } from "~/components/welcome-card";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { newPasswordPath } from "~/lib/sign-in-address";
import { requireMember } from "~/session.server";

export { privateHeaders as headers } from "~/lib/headers";

export const meta: MetaFunction = ({ matches }) => privateMeta("Dashboard", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  const { fullName, mayChooseNewPassword } = await load(apiFor(args).accounts.me());
  const [firstName = ""] = fullName.split(" ");
  return { firstName, mayChooseNewPassword };
}

export default function DashboardPage() {
  const { firstName, mayChooseNewPassword } = useLoaderData<typeof loader>();
  return (
    <>
      {mayChooseNewPassword && (
        <Notice kind="information">
          You came in by a link, so you can{" "}
          <Link className="link" to={newPasswordPath}>
            set a new password
          </Link>{" "}
          without the old one for the next minutes.
        </Notice>
      )}
      <WelcomeCard title={`Welcome back, ${firstName}`} action={{ label: "View schedule", to: "/" }}>
        Good to have you here. Find the next session that suits you.
      </WelcomeCard>
    </>
  );
}

export { ErrorScreen as ErrorBoundary };
