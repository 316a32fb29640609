import { getFormProps, useForm } from "@conform-to/react";
import { firstWrong, type RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { Agreement } from "~/features/pages/agreement";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { CheckField, PasswordField, TextField } from "~/ui/fields";

type Prefill = { firstName: string; lastName: string; email: string };
type SignUpFormProps = {
  action: string;
  refused: RefusedForm | undefined;
  prefill: Prefill;
  formKey: string;
  announcements: string | null;
};

export function SignUpForm({ action, refused, prefill, formKey, announcements }: SignUpFormProps) {
  const [form, fields] = useForm<Prefill & { password: string; announcements?: string }>({
    id: "sign-up",
    lastResult: refused?.reply,
    defaultValue: prefill,
  });
  const isBusy = useIsPosting(action);
  const wrong = firstWrong([fields.firstName, fields.lastName, fields.email, fields.password]);
  return (
    <PostForm
      {...getFormProps(form)}
      className="grid gap-4.5 md:grid-cols-[1fr_1fr]"
      action={action}
      isBusy={isBusy}
      failure={{ title: "Error", text: "Failed to create account." }}
    >
      <input type="hidden" name="formKey" value={formKey} />
      {refused?.toast && (
        <div className="md:col-span-2">
          <ToastNotice toast={refused.toast} />
        </div>
      )}
      <TextField
        label="First name"
        field={fields.firstName}
        autoComplete="given-name"
        required
        takesFocus={wrong === "firstName"}
      />
      <TextField
        label="Last name"
        field={fields.lastName}
        autoComplete="family-name"
        required
        takesFocus={wrong === "lastName"}
      />
      <TextField
        className="md:col-span-2"
        label="Email"
        field={fields.email}
        type="email"
        autoComplete="email"
        required
        takesFocus={wrong === "email"}
      />
      <PasswordField
        className="md:col-span-2"
        label="Password"
        field={fields.password}
        autoComplete="new-password"
        required
        takesFocus={wrong === "password"}
        hint="Password must be at least 6 characters long."
      />
      {announcements && <CheckField className="md:col-span-2" label={announcements} field={fields.announcements} />}
      <Agreement act="By creating an account" className="md:col-span-2" />
      <div className="md:col-span-2">
        <SubmitButton isWide isBusy={isBusy}>
          Create Account
        </SubmitButton>
      </div>
    </PostForm>
  );
}
