import { getFormProps, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { firstWrong, type RefusedForm } from "~/lib/forms/form-answer";
import { PostForm } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { PasswordField } from "~/ui/fields";

type NewPasswordFormProps = {
  id: string;
  action: string;
  refused: RefusedForm | undefined;
  /** It is false after following a mailed link. */
  needsCurrent: boolean;
  isBusy: boolean;
  children: (fields: ReactNode) => ReactNode;
};

type Passwords = { currentPassword: string; newPassword: string; confirmPassword: string };

export function NewPasswordForm({ id, action, refused, needsCurrent, isBusy, children }: NewPasswordFormProps) {
  const [form, fields] = useForm<Passwords>({ id, lastResult: refused?.reply });
  const wrong = firstWrong([fields.currentPassword, fields.newPassword, fields.confirmPassword]);
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
              field={fields.currentPassword}
              autoComplete="current-password"
              required
              takesFocus={wrong === "currentPassword"}
            />
          )}
          <PasswordField
            label="New password"
            field={fields.newPassword}
            autoComplete="new-password"
            required
            takesFocus={wrong === "newPassword"}
            hint="Password must be at least 6 characters long."
          />
          <PasswordField
            label="Confirm new password"
            field={fields.confirmPassword}
            autoComplete="new-password"
            required
            takesFocus={wrong === "confirmPassword"}
          />
        </>,
      )}
    </PostForm>
  );
}
