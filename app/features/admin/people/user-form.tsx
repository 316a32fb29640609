import { getFormProps, useForm } from "@conform-to/react";
import { firstWrong, type RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { ButtonLink } from "~/ui/button";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { FormVersion } from "~/features/admin/form-version";
import { ToastNotice } from "~/ui/toast/toast";
import { statusLabel } from "~/ui/badge";
import { SelectField, TextField } from "~/ui/fields";

type Details = { fullName: string; email: string; subscriptionStatus: string };

type UserFormProps = {
  user: Details & { version: string };
  statuses: readonly string[];
  action: string;
  back: string;
  refused: RefusedForm | undefined;
};

export function UserForm({ user, statuses, action, back, refused }: UserFormProps) {
  const { fullName, email, subscriptionStatus, version } = user;
  const defaultValue = { fullName, email, subscriptionStatus };
  const [form, fields] = useForm<Details>({ id: "user", lastResult: refused?.reply, defaultValue });
  const wrong = firstWrong([fields.fullName, fields.email, fields.subscriptionStatus]);
  const isBusy = useIsPosting(action);
  return (
    <PostForm
      {...getFormProps(form)}
      className="grid gap-4.5"
      action={action}
      isBusy={isBusy}
      failure={{ title: "Failed to update user details" }}
    >
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <FormVersion version={version} values={defaultValue} refused={refused} what="these details" again={action} />
      <TextField label="Full name" field={fields.fullName} autoComplete="off" required isStart={wrong === "fullName"} />
      <TextField
        label="Email"
        field={fields.email}
        type="email"
        autoComplete="off"
        required
        isStart={wrong === "email"}
        hint="A new address counts once it was confirmed by the link that is mailed to it. The old one is told."
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
        <ButtonLink kind="quiet" to={back}>
          Cancel
        </ButtonLink>
      </div>
    </PostForm>
  );
}
