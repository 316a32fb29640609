import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkPage } from "~/features/accounts/link-page";
import { privateMeta } from "~/lib/page-meta";
import { enterByLink, peekLink } from "~/server/auth.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Sign in");

export const loader = (args: LoaderFunctionArgs) => peekLink(args, "sign_in");

export const action = (args: ActionFunctionArgs) => enterByLink(args, "sign_in");

export default function SignInLinkPage() {
  return (
    <LinkPage
      title="Welcome back"
      text="Continue to sign in on this device."
      button="Sign In"
      loaded={useLoaderData<typeof loader>()}
      submitted={useActionData<typeof action>()}
      nextStep={{
        text: "Sign-in links work once, for 15 minutes. Ask for a new one, or use your password.",
        label: "Send a new link",
        to: "/sign-in/link",
      }}
    />
  );
}
