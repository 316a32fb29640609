import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLocation } from "@remix-run/react";
import { FactorCodeForm } from "~/features/accounts/factor-code-form";
import { AuthLayout } from "~/features/layout/auth-layout";
import { privateMeta } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { apiFor, attemptLogged } from "~/server/api.server";
import { destinationAfterSignIn, nextStepOf, redirectAfterSignIn, redirectSignedIn } from "~/server/auth.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { secondFactorForm } from "~/server/schemas.server";
import { SubmitButton } from "~/ui/post-form";
import { TextLink } from "~/ui/link";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Enter your code");

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { auth } = context;
  if (auth.user) throw await redirectSignedIn(args, auth.user);
  if (auth.session.current?.isComplete === false) return null;
  // Without a sign-in that waits for its code, the password comes first.
  throw redirect(nextStepOf(auth, "/") ?? `/sign-in${new URL(request.url).search}`);
}

export async function action(args: ActionFunctionArgs) {
  const submission = await readForm(args.request, secondFactorForm);
  if (submission.status !== "success") return refuse(submission);
  const call = apiFor(args).accounts.enterSecondFactor(submission.value);
  const entered = await attemptLogged(args, call, "Failed to check the code. Please try again.");
  if (entered.ok) return redirectAfterSignIn(args, await destinationAfterSignIn(args), "done");
  if (entered.code === "unauthenticated") throw redirect(`/sign-in${new URL(args.request.url).search}`);
  return refuseCall(submission, entered, "Sign-in failed");
}

export default function SecondFactorPage() {
  const { pathname, search } = useLocation();
  const refused = useActionData<typeof action>();
  useToast(refused);
  return (
    <AuthLayout>
      <h1 className="text-heading">Enter your code</h1>
      <FactorCodeForm
        id="second-factor"
        action={pathname + search}
        refused={refused}
        failure={{ title: "Error", text: "Failed to check the code. Please try again." }}
        hint="The six digits that your authenticator app shows now, or one of your recovery codes."
        takesFocus
      >
        {(field, isBusy) => (
          <div className="grid gap-4.5">
            {field}
            <SubmitButton isWide isBusy={isBusy}>
              Sign In
            </SubmitButton>
            <div className="flex flex-wrap justify-between gap-x-6">
              <TextLink className="inline-flex min-h-11 items-center gap-2" to={`/sign-in${search}`}>
                Back to Sign In
              </TextLink>
            </div>
          </div>
        )}
      </FactorCodeForm>
    </AuthLayout>
  );
}
