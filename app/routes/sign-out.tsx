import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { apiFor, attemptOrSay } from "~/server/api.server";
import { Door, DoorMessage } from "~/features/layout/auth-layout";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { redirectWithToast } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/sign-out";
const failure = "Error during logout";
const problem = "There was a problem logging out.";

export const meta: MetaFunction = ({ matches }) => privateMeta("Sign Out", siteOf(matches));

/** Signs this device out. */
export async function action(args: ActionFunctionArgs) {
  const signedOut = await attemptOrSay(args, apiFor(args).accounts.signOut(), problem);
  if (!signedOut.ok) {
    return redirectWithToast(args.context, "/", { kind: "error", title: failure, text: signedOut.message });
  }
  return redirectWithToast(args.context, "/", {
    kind: "success",
    title: "Logged out",
    text: "You have been successfully logged out.",
  });
}

export default function SignOutPage() {
  const isBusy = useIsPosting(path);
  return (
    <Door>
      <DoorMessage title="Sign out?">
        <p>You will be signed out on this device.</p>
        <div className="flex flex-wrap items-center gap-3">
          <PostForm action={path} isBusy={isBusy} failure={{ title: failure, text: problem }}>
            <SubmitButton isBusy={isBusy}>Sign Out</SubmitButton>
          </PostForm>
          <Link className="btn btn--quiet" to="/dashboard">
            Stay
          </Link>
        </div>
      </DoorMessage>
    </Door>
  );
}
