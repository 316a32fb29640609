import { getFormProps, useForm } from "@conform-to/react";
import { useEffect, useId } from "react";
import type { RecordingPage } from "@server/selling/recordings/schemas";
import { firstWrong, type RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { recallVisitor, rememberVisitor } from "./remembered-visitor";
import { useToast } from "~/lib/toast";
import { signInLinks, LockedPanel } from "./recording-panels";
import { Agreement } from "~/features/pages/agreement";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { TextLink } from "~/ui/link";
import { ToastNotice } from "~/ui/toast/toast";
import { PasswordField, TextField } from "~/ui/fields";

type FreeRecordingFormProps = { recording: RecordingPage; formKey: string; refused: RefusedForm | undefined };
type Values = { email: string; firstName: string; lastName: string; password: string };

export function FreeRecordingForm({ recording, formKey, refused }: FreeRecordingFormProps) {
  const titleId = useId();
  const { seriesPath, id, image } = recording;
  const action = `${seriesPath}/${id}`;
  const [form, fields] = useForm<Values>({ id: "free-recording", lastResult: refused?.reply });
  const { email, firstName, lastName, password } = fields;
  const wrong = firstWrong([email, firstName, lastName, password]);
  const links = signInLinks(recording);
  const isBusy = useIsPosting(action);
  useRecalled(form.id);
  useToast(refused);
  const takesFocus = (name: string) => name === wrong;

  return (
    <LockedPanel image={image} title="Listen for free" titleId={titleId}>
      <PostForm
        {...getFormProps(form)}
        className="grid gap-4"
        aria-labelledby={titleId}
        action={action}
        isBusy={isBusy}
        failure={{ title: "Error", text: "Failed to create account." }}
        noValidate
      >
        <input type="hidden" name="formKey" value={formKey} />
        {refused?.toast && <ToastNotice toast={refused.toast} />}
        <div className="grid gap-4.5">
          <TextField
            label="Email"
            field={email}
            type="email"
            autoComplete="email"
            required
            takesFocus={takesFocus(email.name)}
          />
          <TextField
            label="First name"
            field={firstName}
            autoComplete="given-name"
            required
            takesFocus={takesFocus(firstName.name)}
          />
          <TextField
            label="Last name"
            field={lastName}
            autoComplete="family-name"
            required
            takesFocus={takesFocus(lastName.name)}
          />
          <PasswordField
            label="Password"
            field={password}
            autoComplete="new-password"
            required
            takesFocus={takesFocus(password.name)}
            hint="Password must be at least 6 characters long."
          />
        </div>
        <Agreement act="By creating an account" />
        <SubmitButton isWide isBusy={isBusy}>
          Continue
        </SubmitButton>
      </PostForm>
      <p className="-my-2 flex flex-wrap justify-between gap-x-6">
        <TextLink className="inline-flex min-h-11 items-center" to={links.signUp}>
          Create Free Account
        </TextLink>
        <TextLink className="inline-flex min-h-11 items-center" to={links.signIn}>
          Sign in
        </TextLink>
      </p>
    </LockedPanel>
  );
}

/** Fills in what this browser remembers, unless the visitor has begun to type, and remembers what is sent. */
function useRecalled(formId: string) {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    if (!isBegun(form)) {
      for (const [name, value] of Object.entries(recallVisitor())) {
        const input = form.elements.namedItem(name);
        if (input instanceof HTMLInputElement && input.value === "") input.value = value;
      }
    }
    const remember = () => rememberVisitor(new FormData(form));
    form.addEventListener("submit", remember);
    return () => form.removeEventListener("submit", remember);
  }, [formId]);
}

/** Checked as a whole, so that remembered values never mix with what was typed before hydration. */
const isBegun = (form: HTMLFormElement): boolean =>
  [...form.elements].some(
    (input) => input instanceof HTMLInputElement && (input.value !== input.defaultValue || input.matches(":focus")),
  );
