import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { MySession } from "@server/selling/bookings/schemas";
import { ErrorScreen } from "~/features/layout/error-screen";
import { HomeCards, WelcomeCard } from "~/features/members/home-cards";
import { refreshEvery, useRefresh } from "~/lib/hooks/refresh";
import { privateMeta } from "~/lib/page-meta";
import { newPasswordPath } from "~/lib/sign-in-address";
import { apiFor, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { Notice } from "~/ui/notice";
import { TextLink, textLinkOnDeepStyle } from "~/ui/link";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Dashboard");

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  const { accounts, home } = apiFor(args);
  const [{ fullName, isNew, mayChooseNewPassword }, shown] = await Promise.all([load(accounts.me()), load(home.get())]);
  const [firstName = ""] = fullName.split(" ");
  return { title: `${isNew ? "Welcome" : "Welcome back"}, ${firstName}`, mayChooseNewPassword, home: shown };
}

export default function DashboardPage() {
  const { title, mayChooseNewPassword, home: loaded } = useLoaderData<typeof loader>();
  const home = useRefresh(loaded, { procedure: (api) => api.home.get, input: undefined }, refreshEvery.member);
  return (
    <>
      {mayChooseNewPassword && (
        <Notice kind="information">
          You signed in with a link, so you can <TextLink to={newPasswordPath}>set a new password</TextLink> without
          your old one for the next few minutes.
        </Notice>
      )}
      <Welcome title={title} next={home.upcoming[0]} />
      <HomeCards {...home} />
    </>
  );
}

function Welcome({ title, next }: { title: string; next: MySession | undefined }) {
  if (!next) {
    return (
      <WelcomeCard title={title} action={{ label: "View schedule", to: "/" }} more={<MyBookingsLink />}>
        Good to have you here. Find the next session that suits you.
      </WelcomeCard>
    );
  }
  const { shortDate, time, zone } = next.start;
  return (
    <WelcomeCard
      title={title}
      action={{ label: "View session", to: next.path }}
      more={
        <>
          {next.joinPath && (
            <a className={welcomeLink} href={next.joinPath} rel="noreferrer">
              Join the session
            </a>
          )}
          <MyBookingsLink />
        </>
      }
    >
      Your next session is {next.title}, {shortDate} at {time} {zone}.
    </WelcomeCard>
  );
}

const MyBookingsLink = () => (
  <Link className={welcomeLink} to="/user/bookings">
    My Bookings
  </Link>
);

const welcomeLink = `${textLinkOnDeepStyle} inline-flex min-h-11 items-center`;

export { ErrorScreen as ErrorBoundary };
