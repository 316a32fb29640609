import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkPage } from "~/features/account/link-page";
import { privateMeta } from "~/lib/page-meta";
import { newPasswordPath } from "~/lib/sign-in-address";
import { apiFor, attempt, load } from "~/server/api.server";
import { linkState, redirectAfterSignIn, refuseLink, tokenOf } from "~/server/auth.server";

export { privateHeaders as headers } from "~/lib/page-meta";

const purpose = "reset_password";

export const meta = privateMeta("Choose a new password");

export async function loader(args: LoaderFunctionArgs) {
  const link = { purpose, token: tokenOf(args.request) } as const;
  return linkState((await load(apiFor(args).accounts.peekToken(link))).isValid);
}

export async function action(args: ActionFunctionArgs) {
  const entered = await load(attempt(apiFor(args).accounts.enterByLink({ purpose, token: tokenOf(args.request) })));
  if (!entered.ok) return refuseLink(entered);
  return redirectAfterSignIn(args, newPasswordPath, entered.value.next);
}

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
