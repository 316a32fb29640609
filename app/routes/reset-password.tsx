import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkPage } from "~/features/accounts/link-page";
import { privateMeta } from "~/lib/page-meta";
import { newPasswordPath } from "~/lib/sign-in-address";
import { enterByLink, peekLink } from "~/server/auth.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Choose a new password");

export const loader = (args: LoaderFunctionArgs) => peekLink(args, "reset_password");

export const action = (args: ActionFunctionArgs) => enterByLink(args, "reset_password", newPasswordPath);

export default function ResetPasswordPage() {
  return (
    <LinkPage
      title="Choose a new password"
      text="You will be signed in, and can set a new password right away."
      button="Continue"
      loaded={useLoaderData<typeof loader>()}
      submitted={useActionData<typeof action>()}
      nextStep={{
        text: "Reset links work once, for an hour. Ask for a new one.",
        label: "Send a new link",
        to: "/sign-in?tab=reset-password",
      }}
    />
  );
}
