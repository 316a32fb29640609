import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { NewPasswordForm } from "~/features/accounts/new-password-form";
import { AuthLayout, AuthMessage } from "~/features/layout/auth-layout";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { newPasswordPath, withReturn } from "~/lib/sign-in-address";
import { errorToast, successToast, type Toast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { newPasswordForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { SubmitButton } from "~/ui/post-form";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Set a new password");

export async function loader(args: LoaderFunctionArgs) {
  requireSignedIn(args);
  const { mayChooseNewPassword } = await load(apiFor(args).accounts.me());
  return { needsCurrent: !mayChooseNewPassword };
}

export async function action(args: ActionFunctionArgs) {
  requireSignedIn(args);
  const submission = await readForm(args.request, newPasswordForm);
  if (submission.status !== "success") {
    const wrong = Object.values(submission.error ?? {}).find((messages) => messages)?.[0];
    return refuse(submission, { status: 422, toast: wrong ? toastOf(wrong) : null });
  }
  const call = apiFor(args).accounts.setNewPassword(submission.value);
  const updated = await attemptLogged(args, call, "Failed to update password");
  if (!updated.ok) {
    const errors: Record<string, string[]> = updated.field ? { [updated.field]: [updated.message] } : {};
    return refuse(submission, { ...updated, toast: toastOf(updated.message), errors });
  }
  return redirectWithToast(
    args,
    `${newPasswordPath}?updated=1`,
    successToast("Success", "Your password has been updated."),
  );
}

function requireSignedIn(args: LoaderFunctionArgs) {
  const { auth } = args.context;
  if (auth.user ?? auth.session.overdueAdmin) return;
  throw redirectWithToast(
    args,
    withReturn("/sign-in", newPasswordPath),
    errorToast("Authentication Required", "You need to be signed in to change your password."),
  );
}

const titles: Record<string, string> = {
  "Please make sure both passwords match.": "Passwords don't match",
  "Password should be at least 6 characters long.": "Password too short",
};

const toastOf = (text: string): Toast => errorToast(titles[text] ?? "Error", text);

export default function UpdatePasswordPage() {
  const { needsCurrent } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const [query] = useSearchParams();
  const isBusy = useIsPosting(newPasswordPath);
  useToast(refused);
  if (query.has("updated")) {
    return (
      <AuthLayout>
        <AuthMessage title="Password Updated">
          <p>Your password has been updated. Every other device has been signed out.</p>
          <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
        </AuthMessage>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout>
      <h1 className="text-heading">Set a new password</h1>
      <NewPasswordForm
        id="update-password"
        action={newPasswordPath}
        refused={refused}
        needsCurrent={needsCurrent}
        isBusy={isBusy}
      >
        {(fields) => (
          <div className="grid gap-4.5">
            {fields}
            <SubmitButton isWide isBusy={isBusy} busyLabel="Updating...">
              Update Password
            </SubmitButton>
          </div>
        )}
      </NewPasswordForm>
    </AuthLayout>
  );
}
