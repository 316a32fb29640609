import { getFormProps, useForm } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { firstWrong, type RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { TextLink } from "~/ui/link";
import { ToastNotice } from "~/ui/toast/toast";
import { PasswordField, TextField } from "~/ui/fields";

type SignInFormProps = {
  action: string;
  refused: RefusedForm | undefined;
  email: string;
  resetPath: string;
  signInLinkPath: string;
};

export const forgotPasswordId = "forgot-password";

export function SignInForm({ action, refused, email, resetPath, signInLinkPath }: SignInFormProps) {
  const [form, fields] = useForm<{ email: string; password: string }>({
    id: "sign-in",
    lastResult: refused?.reply,
    defaultValue: { email },
  });
  const isBusy = useIsPosting(action);
  // If no field has an error of its own, the password has to be typed again.
  const focused = firstWrong([fields.email, fields.password]) ?? (refused && "password");
  const passwordId = fields.password.id;

  // Empties the password once per refusal. The server's HTML has none, so a value that is present at hydration
  // was typed since, and is kept.
  const emptiedFor = useRef(refused);
  useEffect(() => {
    if (emptiedFor.current === refused) return;
    emptiedFor.current = refused;
    if (!refused?.toast) return;
    const input = document.getElementById(passwordId);
    if (!(input instanceof HTMLInputElement)) return;
    input.value = "";
    // A field with an error of its own is focused by the form.
    const hasFieldError = Object.keys(refused.reply?.error ?? {}).some((name) => name !== "");
    if (!hasFieldError) input.focus();
  }, [refused, passwordId]);

  return (
    <PostForm
      {...getFormProps(form)}
      className="grid gap-4.5"
      action={action}
      isBusy={isBusy}
      failure={{ title: "Sign-in failed" }}
    >
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <TextField
        label="Email"
        field={fields.email}
        type="email"
        autoComplete="username"
        required
        takesFocus={focused === "email"}
      />
      <PasswordField
        label="Password"
        field={fields.password}
        autoComplete="current-password"
        required
        takesFocus={focused === "password"}
      />
      <SubmitButton isWide isBusy={isBusy}>
        Sign In
      </SubmitButton>
      <div className="flex flex-wrap justify-between gap-x-6">
        <TextLink
          id={forgotPasswordId}
          className="inline-flex min-h-11 items-center gap-2"
          to={resetPath}
          preventScrollReset
        >
          Forgot your password?
        </TextLink>
        <TextLink className="inline-flex min-h-11 items-center gap-2" to={signInLinkPath}>
          Email me a sign-in link
        </TextLink>
      </div>
    </PostForm>
  );
}
