import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ProfileScreen } from "~/features/accounts/profile-screen";
import { loadProfile, saveProfile } from "~/features/accounts/profile.server";
import { ErrorScreen } from "~/features/layout/error-screen";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Profile");

export async function loader(args: LoaderFunctionArgs) {
  return loadProfile(args);
}

export async function action(args: ActionFunctionArgs) {
  return saveProfile(args);
}

/** Shows the same page as /dashboard/settings, where its dialogs are. */
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
