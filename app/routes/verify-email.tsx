import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkPage } from "~/features/account/link-page";
import { privateMeta } from "~/lib/page-meta";
import { withReturn } from "~/lib/sign-in-address";
import { successToast } from "~/lib/toast";
import { apiFor, attempt, load } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { linkState, refuseLink, tokenOf } from "~/server/mailed-link.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Confirm your email");

export async function loader(args: LoaderFunctionArgs) {
  const link = { purpose: "verify_email" as const, token: tokenOf(args.request) };
  return linkState((await load(apiFor(args).accounts.peekToken(link))).isValid);
}

export async function action(args: ActionFunctionArgs) {
  const verified = await load(attempt(apiFor(args).accounts.verifyEmail({ token: tokenOf(args.request) })));
  if (!verified.ok) return refuseLink(verified);
  return redirectWithToast(
    args,
    withReturn("/sign-in", verified.value.returnTo ?? "/dashboard"),
    successToast("Thank you", "Your email is confirmed. You can sign in now."),
  );
}

export default function VerifyEmailPage() {
  return (
    <LinkPage
      title="Confirm your email"
      text="One press, and your account is ready."
      button="Confirm my email"
      opened={useLoaderData<typeof loader>()}
      pressed={useActionData<typeof action>()}
      wayOn={{
        text: "If you have confirmed your email already, just sign in. If not, sign in as well: with your password you get a new link.",
        label: "Go to Sign In",
        to: "/sign-in",
      }}
    />
  );
}
