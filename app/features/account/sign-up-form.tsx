import { getFormProps, useForm } from "@conform-to/react";
import { firstWrong, inputOf } from "~/lib/forms/form-inputs";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { Field } from "~/ui/field";
import { PasswordField } from "~/ui/password-field";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast-notice";

type Prefill = { firstName: string; lastName: string; email: string };
type SignUpFormProps = { action: string; refused: RefusedForm | undefined; prefill: Prefill; formKey: string };

/** The Create Account tab. */
export function SignUpForm({ action, refused, prefill, formKey }: SignUpFormProps) {
  const [form, fields] = useForm<Prefill & { password: string }>({
    id: "sign-up",
    lastResult: refused?.reply,
    defaultValue: prefill,
  });
  const isBusy = useIsPosting(action);
  const wrong = firstWrong([fields.firstName, fields.lastName, fields.email, fields.password]);
  const inputFor = (name: keyof typeof fields, type: "text" | "email" | "password", autoComplete: string) =>
    inputOf(fields[name], { type, autoComplete, isStart: wrong === name });
  return (
    <PostForm
      {...getFormProps(form)}
      className="fields fields--2"
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
      <Field
        label="First name"
        input={inputFor("firstName", "text", "given-name")}
        error={fields.firstName.errors?.[0]}
      />
      <Field
        label="Last name"
        input={inputFor("lastName", "text", "family-name")}
        error={fields.lastName.errors?.[0]}
      />
      <Field
        className="md:col-span-2"
        label="Email"
        input={inputFor("email", "email", "email")}
        error={fields.email.errors?.[0]}
      />
      <PasswordField
        className="md:col-span-2"
        label="Password"
        input={inputFor("password", "password", "new-password")}
        hint="Password must be at least 6 characters long."
        error={fields.password.errors?.[0]}
      />
      <div className="md:col-span-2">
        <SubmitButton className="btn--block" isBusy={isBusy}>
          Create Account
        </SubmitButton>
      </div>
    </PostForm>
  );
}
