import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { inputOf } from "~/lib/form-inputs";
import { useIsPosting } from "~/lib/is-posting";
import type { RefusedForm } from "~/lib/refused-form";
import { PasswordField } from "./password-field";
import { PostForm } from "./post-form";
import { SubmitButton } from "./submit-button";
import { ToastNotice } from "./toast-notice";

type DeletionFormProps = {
  action: string;
  refused: RefusedForm | undefined;
  /** Not from whoever has just come by a mailed link. */
  needsPassword: boolean;
  backTo: string;
};

/** The last question before an account is gone. */
export function DeletionForm({ action, refused, needsPassword, backTo }: DeletionFormProps) {
  const [form, fields] = useForm<{ currentPassword: string }>({ id: "delete", lastResult: refused?.reply });
  const isBusy = useIsPosting(action);
  const error = fields.currentPassword.errors?.[0];
  return (
    <PostForm {...getFormProps(form)} className="fields max-w-112" action={action} isBusy={isBusy}>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      {needsPassword && (
        <PasswordField
          label="Current password"
          input={inputOf(fields.currentPassword, {
            type: "password",
            autoComplete: "current-password",
            isStart: error !== undefined,
          })}
          error={error}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton className="btn--danger" isBusy={isBusy}>
          Delete my account for good
        </SubmitButton>
        <Link className="btn btn--quiet" to={backTo}>
          Keep it
        </Link>
      </div>
    </PostForm>
  );
}
