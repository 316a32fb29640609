import { getFormProps, useForm } from "@conform-to/react";
import { firstWrong, type RefusedForm } from "~/lib/forms/form-answer";
import { EditForm } from "~/features/admin/form-version";
import { statusLabel } from "~/ui/badge";
import { SelectField, TextField } from "~/ui/fields";

type Details = { fullName: string; email: string; subscriptionStatus: string };

type UserFormProps = {
  user: Details & { version: string; plan: string | null };
  statuses: readonly string[];
  action: string;
  back: string;
  refused: RefusedForm | undefined;
};

export function UserForm({ user, statuses, action, back, refused }: UserFormProps) {
  const { fullName, email, subscriptionStatus, version, plan } = user;
  const defaultValue = { fullName, email, subscriptionStatus };
  const [form, fields] = useForm<Details>({ id: "user", lastResult: refused?.reply, defaultValue });
  const wrong = firstWrong([fields.fullName, fields.email, fields.subscriptionStatus]);
  return (
    <EditForm
      {...getFormProps(form)}
      action={action}
      failure={{ title: "Failed to update user details" }}
      version={version}
      values={defaultValue}
      refused={refused}
      what="these details"
      button="Save changes"
      back={back}
    >
      <TextField
        label="Full name"
        field={fields.fullName}
        autoComplete="off"
        required
        takesFocus={wrong === "fullName"}
      />
      <TextField
        label="Email"
        field={fields.email}
        type="email"
        autoComplete="off"
        required
        takesFocus={wrong === "email"}
        hint="A new address takes effect once it’s confirmed with the link emailed to it. The old address is told."
      />
      <SelectField
        label="Subscription status"
        field={fields.subscriptionStatus}
        hint={plan ? `Shown once there is no membership any more. Now it is “${plan}”.` : undefined}
      >
        {statuses.map((status) => (
          <option key={status} value={status}>
            {statusLabel(status)}
          </option>
        ))}
      </SelectField>
    </EditForm>
  );
}
