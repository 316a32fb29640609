import type { RefusedForm } from "~/lib/forms/form-answer";
import { EmailForm } from "./email-form";
import { buttonStyle } from "~/ui/button";
import { CloseLink, DialogBody, DialogFoot, ModalDialog } from "~/ui/dialog";
import { forgotPasswordId } from "./sign-in-form";
import { SubmitButton } from "~/ui/post-form";

type ResetDialogProps = {
  action: string;
  closeTo: string;
  refused: RefusedForm | undefined;
  email: string;
  isSent: boolean;
  formKey: string;
};

export function ResetDialog({ action, closeTo, refused, email, isSent, formKey }: ResetDialogProps) {
  // A different `key` makes it a new dialog, which takes the focus.
  if (isSent) {
    return (
      <ModalDialog key="sent" title="Check Your Email" closeTo={closeTo} returnFocusTo={forgotPasswordId}>
        <DialogBody role="status">
          <p>If there’s an account for this address, a link to choose a new password is on its way.</p>
          <p className="text-ink-soft">
            The link works once and expires after an hour. Can’t find it? Check your spam folder.
          </p>
        </DialogBody>
        <DialogFoot>
          <CloseLink className={buttonStyle()} to={closeTo}>
            Back to Sign In
          </CloseLink>
        </DialogFoot>
      </ModalDialog>
    );
  }
  return (
    <ModalDialog key="ask" title="Forgot your password?" closeTo={closeTo} returnFocusTo={forgotPasswordId}>
      <EmailForm
        id="reset"
        failure={{ title: "Failed to send password reset" }}
        action={action}
        refused={refused}
        email={email}
        formKey={formKey}
      >
        {(field, isBusy) => (
          <>
            <DialogBody>
              <p className="text-ink-soft">We’ll email you a link to choose a new one.</p>
              {field}
            </DialogBody>
            <DialogFoot>
              <CloseLink className={buttonStyle({ kind: "quiet" })} to={closeTo}>
                Cancel
              </CloseLink>
              <SubmitButton isBusy={isBusy}>Send reset link</SubmitButton>
            </DialogFoot>
          </>
        )}
      </EmailForm>
    </ModalDialog>
  );
}
