import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { NewPasswordForm } from "~/features/accounts/new-password-form";
import { ErrorScreen } from "~/features/layout/error-screen";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { changePasswordForm } from "~/server/schemas.server";
import { buttonStyle } from "~/ui/button";
import { CloseLink, DialogBody, DialogFoot, ModalDialog } from "~/ui/dialog";
import { SubmitButton } from "~/ui/post-form";
import { TextLink } from "~/ui/link";

export { privateHeaders as headers } from "~/lib/page-meta";

export const handle = { isDialog: true };

const page = "/dashboard/settings";
const path = `${page}/password`;

export const meta = privateMeta("Change Password");

export function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, changePasswordForm);
  if (submission.status !== "success") return refuse(submission);
  const call = apiFor(args).accounts.changePassword(submission.value);
  const changed = await attemptLogged(args, call, "Failed to update password");
  if (!changed.ok) return refuseCall(submission, changed, "Error");
  return redirectWithToast(args, page, successToast("Success", "Your password has been updated."));
}

export default function ChangePasswordDialog() {
  const refused = useActionData<typeof action>();
  const isBusy = useIsPosting(path);
  useToast(refused);
  return (
    <ModalDialog title="Change Password" closeTo={page} returnFocusTo="change-password" isBusy={isBusy}>
      <NewPasswordForm id="change" action={path} refused={refused} needsCurrent isBusy={isBusy}>
        {(fields) => (
          <>
            <DialogBody>
              {fields}
              <p>
                <TextLink className="inline-flex min-h-11 items-center" to="/sign-in?tab=reset-password">
                  Forgot your password?
                </TextLink>
              </p>
            </DialogBody>
            <DialogFoot>
              <CloseLink className={buttonStyle({ kind: "quiet" })} to={page}>
                Cancel
              </CloseLink>
              <SubmitButton isBusy={isBusy} busyLabel="Updating...">
                Change Password
              </SubmitButton>
            </DialogFoot>
          </>
        )}
      </NewPasswordForm>
    </ModalDialog>
  );
}

export { ErrorScreen as ErrorBoundary };
