import { getFormProps, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { firstWrong, inputOf } from "~/lib/forms/form-inputs";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { PasswordField } from "~/ui/password-field";
import { PostForm } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast-notice";

type NewPasswordFormProps = {
  id: string;
  action: string;
  refused: RefusedForm | undefined;
  /** Not from whoever has just come by a mailed link. */
  needsCurrent: boolean;
  isBusy: boolean;
  /** What stands around the fields. */
  children: (fields: ReactNode) => ReactNode;
};

type Passwords = { currentPassword: string; newPassword: string; confirmPassword: string };

/** Asks for the current password, the new one, and the new one again. */
export function NewPasswordForm({ id, action, refused, needsCurrent, isBusy, children }: NewPasswordFormProps) {
  const [form, fields] = useForm<Passwords>({ id, lastResult: refused?.reply });
  const wrong = firstWrong([fields.currentPassword, fields.newPassword, fields.confirmPassword]);
  const inputFor = (name: keyof Passwords, autoComplete: string) =>
    inputOf(fields[name], { type: "password", autoComplete, isStart: wrong === name });
  return (
    <PostForm
      {...getFormProps(form)}
      action={action}
      isBusy={isBusy}
      failure={{ title: "Error", text: "Failed to update password" }}
    >
      {children(
        <>
          {refused?.toast && <ToastNotice toast={refused.toast} />}
          {needsCurrent && (
            <PasswordField
              label="Current password"
              input={inputFor("currentPassword", "current-password")}
              error={fields.currentPassword.errors?.[0]}
            />
          )}
          <PasswordField
            label="New password"
            input={inputFor("newPassword", "new-password")}
            hint="Password must be at least 6 characters long."
            error={fields.newPassword.errors?.[0]}
          />
          <PasswordField
            label="Confirm new password"
            input={inputFor("confirmPassword", "new-password")}
            error={fields.confirmPassword.errors?.[0]}
          />
        </>,
      )}
    </PostForm>
  );
}
