import type { ActionFunctionArgs } from "@remix-run/node";
import { useAskBeforeSignOut } from "~/features/admin/check-in/ask-before-sign-out";
import { AuthLayout, AuthMessage } from "~/features/layout/auth-layout";
import { SignOutGuard } from "~/features/layout/sign-out-guard";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { apiFor, attemptLogged } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { ButtonLink } from "~/ui/button";
import { PostForm, SubmitButton } from "~/ui/post-form";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/sign-out";
const failure = "Error during logout";
const problem = "There was a problem logging out.";

export const meta = privateMeta("Sign Out");

export async function action(args: ActionFunctionArgs) {
  const signedOut = await attemptLogged(args, apiFor(args).accounts.signOut(), problem);
  if (!signedOut.ok) {
    return redirectWithToast(args, "/", errorToast(failure, signedOut.message));
  }
  return redirectWithToast(args, "/", successToast("Logged out", "You have been successfully logged out."));
}

export default function SignOutPage() {
  const isBusy = useIsPosting(path);
  useAskBeforeSignOut();
  return (
    <AuthLayout>
      <AuthMessage title="Sign out?">
        <p>You will be signed out on this device.</p>
        <div className="flex flex-wrap items-center gap-3">
          <PostForm action={path} isBusy={isBusy} failure={{ title: failure, text: problem }}>
            <SubmitButton isBusy={isBusy}>Sign Out</SubmitButton>
          </PostForm>
          <ButtonLink kind="quiet" to="/dashboard">
            Stay
          </ButtonLink>
        </div>
      </AuthMessage>
      <SignOutGuard />
    </AuthLayout>
  );
}
