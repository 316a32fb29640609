import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { apiFor, attempt, deviceRef, load } from "~/api.server";
import { CalendarFeedCard } from "~/components/calendar-feed-card";
import { Card } from "~/components/card";
import { DeviceList } from "~/components/device-list";
import { ErrorScreen } from "~/components/error-screen";
import { PostForm } from "~/components/post-form";
import { readForm } from "~/lib/form.server";
import { useIsPosting } from "~/lib/is-posting";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { inertIf, useIsBehindDialog } from "~/lib/site";
import { newPasswordPath } from "~/lib/sign-in-address";
import { redirectWithToast, requireMember } from "~/session.server";

export { privateHeaders as headers } from "~/lib/headers";

const path = "/dashboard/settings";
const everywhere = "/sign-out?everywhere";

export const meta: MetaFunction = ({ matches }) => privateMeta("Profile", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  const { accounts, calendar } = apiFor(args);
  const [me, devices, secondFactor, feedAddress] = await Promise.all([
    load(accounts.me()),
    load(accounts.listDevices()),
    load(accounts.secondFactor.status()),
    load(calendar.feedAddress()),
  ]);
  return { me, devices, secondFactor, feedAddress, passwordPath: passwordPathFor(me) };
}

/** Whoever can't give a current password sets one by a link. */
function passwordPathFor({
  hasPassword,
  mayChooseNewPassword,
}: {
  hasPassword: boolean;
  mayChooseNewPassword: boolean;
}) {
  if (hasPassword) return `${path}/password`;
  return mayChooseNewPassword ? newPasswordPath : "/sign-in?tab=reset-password";
}

/** Signs another device out. */
export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, deviceRef);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const ended = await load(attempt(apiFor(args).accounts.endDevice(submission.value)));
  return redirectWithToast(
    args.context,
    path,
    ended.ok
      ? { kind: "success", title: "Signed out", text: "That device has been signed out." }
      : { kind: "error", title: "Error", text: ended.message },
  );
}

export default function SettingsPage() {
  const { me, devices, secondFactor, feedAddress, passwordPath } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="cards" {...inertIf(useIsBehindDialog())}>
        <h1 className="display">Profile</h1>
        <Card title="Your details">
          <dl className="facts mt-0">
            <div>
              <dt>Name</dt>
              <dd>{me.fullName}</dd>
            </div>
            <div>
              <dt>Email</dt>
              <dd className="break-words">{me.email}</dd>
            </div>
          </dl>
        </Card>
        <Card title="Password">
          <p>Changing it signs out every other device.</p>
          <Link id="change-password" className="btn btn--quiet" to={passwordPath} preventScrollReset>
            {me.hasPassword ? "Change Password" : "Set a password"}
          </Link>
        </Card>
        <SecondFactorCard {...secondFactor} />
        <CalendarFeedCard address={feedAddress} action={`${path}/calendar-feed`} />
        <Card title="Signed-in devices">
          <DeviceList devices={devices} action={path} signOutAction="/sign-out" />
          <PostForm action={everywhere} isBusy={useIsPosting(everywhere)}>
            <button className="btn btn--quiet" type="submit">
              Sign out everywhere
            </button>
          </PostForm>
        </Card>
      </div>
      <Outlet />
    </>
  );
}

function SecondFactorCard({ isOn, recoveryCodesLeft }: { isOn: boolean; recoveryCodesLeft: number }) {
  if (!isOn) {
    return (
      <Card title="Second step at sign-in" badge={<span className="badge">Off</span>}>
        <p>A code from an app on your phone, asked for after your password, keeps others out who got hold of it.</p>
        <Link className="btn btn--quiet" to={`${path}/second-factor`}>
          Set up
        </Link>
      </Card>
    );
  }
  return (
    <Card title="Second step at sign-in" badge={<span className="badge badge--green">On</span>}>
      <p>
        Your authenticator app is asked for a code.{" "}
        {recoveryCodesLeft === 1 ? "1 recovery code is left." : `${recoveryCodesLeft} recovery codes are left.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Link className="btn btn--quiet" to={`${path}/recovery-codes`}>
          New recovery codes
        </Link>
        <Link id="turn-off" className="btn btn--quiet" to={`${path}/second-factor/off`} preventScrollReset>
          Turn off
        </Link>
      </div>
    </Card>
  );
}

export { ErrorScreen as ErrorBoundary };
