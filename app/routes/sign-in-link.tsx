import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkPage } from "~/features/account/link-page";
import { privateMeta } from "~/lib/page-meta";
import { apiFor, attempt, load } from "~/server/api.server";
import { linkState, redirectAfterSignIn, refuseLink, tokenOf } from "~/server/auth.server";

export { privateHeaders as headers } from "~/lib/page-meta";

const purpose = "sign_in";

export const meta = privateMeta("Sign in");

export async function loader(args: LoaderFunctionArgs) {
  const link = { purpose, token: tokenOf(args.request) } as const;
  return linkState((await load(apiFor(args).accounts.peekToken(link))).isValid);
}

export async function action(args: ActionFunctionArgs) {
  const entered = await load(attempt(apiFor(args).accounts.enterByLink({ purpose, token: tokenOf(args.request) })));
  if (!entered.ok) return refuseLink(entered);
  return redirectAfterSignIn(args, entered.value.returnTo, entered.value.next);
}

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
