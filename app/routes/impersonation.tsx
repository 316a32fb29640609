import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AuthLayout, AuthMessage } from "~/features/layout/auth-layout";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { impersonationPath } from "~/lib/site";
import { errorToast, successToast } from "~/lib/toast";
import { apiFor, attemptLogged } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { PostForm, SubmitButton } from "~/ui/post-form";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Back to your account");

export function loader({ context: { auth } }: LoaderFunctionArgs) {
  if (!auth.session.current?.impersonator) throw redirect(auth.user ? "/dashboard" : "/sign-in");
  return { isOver: auth.user === null };
}

export async function action(args: ActionFunctionArgs) {
  const ended = await attemptLogged(args, apiFor(args).accounts.endImpersonation());
  if (ended.ok) {
    const to = `/admin/users/${ended.value.userId}`;
    return redirectWithToast(args, to, successToast("You are back in your own account"));
  }
  if (ended.code === "unauthenticated") return redirect("/sign-in?returnTo=/admin", 303);
  return redirectWithToast(args, impersonationPath, errorToast("Error", ended.message));
}

export default function ImpersonationPage() {
  const { isOver } = useLoaderData<typeof loader>();
  const isBusy = useIsPosting(impersonationPath);
  return (
    <AuthLayout>
      <AuthMessage title={isOver ? "Your hour is over" : "Back to your account?"}>
        <p>You’re viewing someone else’s account. You’re still signed in to your own.</p>
        <PostForm action={impersonationPath} isBusy={isBusy}>
          <SubmitButton isBusy={isBusy}>Back to my account</SubmitButton>
        </PostForm>
      </AuthMessage>
    </AuthLayout>
  );
}
