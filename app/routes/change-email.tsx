import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkPage } from "~/features/accounts/link-page";
import { privateMeta } from "~/lib/page-meta";
import { successToast } from "~/lib/toast";
import { apiFor, attempt, load } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { peekLink, refuseLink, tokenOf } from "~/server/auth.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Confirm your new address");

export const loader = (args: LoaderFunctionArgs) => peekLink(args, "change_email");

export async function action(args: ActionFunctionArgs) {
  const changed = await load(attempt(apiFor(args).accounts.confirmEmailChange({ token: tokenOf(args.request) })));
  if (!changed.ok) return refuseLink(changed);
  return redirectWithToast(
    args,
    args.context.auth.user ? "/dashboard" : "/sign-in",
    successToast("Thank you", "You now sign in with your new address."),
  );
}

export default function ChangeEmailPage() {
  return (
    <LinkPage
      title="Confirm your new address"
      text="Confirm to sign in with this address from now on."
      button="Use this address"
      loaded={useLoaderData<typeof loader>()}
      submitted={useActionData<typeof action>()}
      nextStep={{
        text: "If you have confirmed it already, sign in with the new address. If not, write to me.",
        label: "Go to Sign In",
        to: "/sign-in",
      }}
    />
  );
}
