import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { firstWrong, inputOf } from "~/lib/forms/form-inputs";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { Field } from "~/ui/field";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { SelectField } from "~/ui/select-field";
import { FormVersion } from "~/features/admin/form-version";
import { ToastNotice } from "~/ui/toast/toast-notice";
import { statusLabel } from "~/ui/status-badge";

type Details = { fullName: string; email: string; subscriptionStatus: string };

type UserFormProps = {
  /** As it is now. */
  user: Details & { version: string };
  statuses: readonly string[];
  action: string;
  back: string;
  refused: RefusedForm | undefined;
};

/** Name, subscription status and address of a member. */
export function UserForm({ user, statuses, action, back, refused }: UserFormProps) {
  const { fullName, email, subscriptionStatus, version } = user;
  const defaultValue = { fullName, email, subscriptionStatus };
  const [form, fields] = useForm<Details>({ id: "user", lastResult: refused?.reply, defaultValue });
  const wrong = firstWrong([fields.fullName, fields.email, fields.subscriptionStatus]);
  const isBusy = useIsPosting(action);
  return (
    <PostForm
      {...getFormProps(form)}
      className="fields"
      action={action}
      isBusy={isBusy}
      failure={{ title: "Failed to update user details" }}
    >
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <FormVersion version={version} values={defaultValue} refused={refused} what="these details" again={action} />
      <Field
        label="Full name"
        input={inputOf(fields.fullName, { type: "text", autoComplete: "off", isStart: wrong === "fullName" })}
        error={fields.fullName.errors?.[0]}
      />
      <Field
        label="Email"
        input={inputOf(fields.email, { type: "email", autoComplete: "off", isStart: wrong === "email" })}
        hint="A new address counts once it was confirmed by the link that is mailed to it. The old one is told."
        error={fields.email.errors?.[0]}
      />
      <SelectField label="Subscription status" field={fields.subscriptionStatus}>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {statusLabel(status)}
          </option>
        ))}
      </SelectField>
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>Save changes</SubmitButton>
        <Link className="btn btn--quiet" to={back}>
          Cancel
        </Link>
      </div>
    </PostForm>
  );
}
