import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { ProfileScreen } from "~/features/account/profile-screen";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { loadProfile, saveProfile } from "~/features/account/profile.server";

export { privateHeaders as headers } from "~/lib/page-meta";
import { useFormAnswer } from "~/lib/forms/form-answer";

export const meta: MetaFunction = ({ matches }) => privateMeta("Profile", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  return loadProfile(args);
}

export async function action(args: ActionFunctionArgs) {
  return saveProfile(args);
}

/** The same page at its other address; what it opens lies under the first one. */
export default function UserSettingsPage() {
  return (
    <ProfileScreen
      data={useLoaderData<typeof loader>()}
      path="/user/settings"
      refused={useFormAnswer<typeof action>()}
    />
  );
}

export { ErrorScreen as ErrorBoundary };
