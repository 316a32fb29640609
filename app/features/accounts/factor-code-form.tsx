import { getFormProps, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import type { FormFailure } from "~/lib/connection/lost-request";
import { firstWrong, type RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { CurrentPasswordField } from "./holder-form";
import { PostForm } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { TextField } from "~/ui/fields";

export const factorHint = "The six digits that your authenticator app shows now, or one of your recovery codes.";

type FactorCodeFormProps = {
  id: string;
  action: string;
  refused: RefusedForm | undefined;
  hint: string;
  failure: FormFailure;
  takesFocus?: boolean;
  needsPassword?: boolean;
  children: (fields: ReactNode, isBusy: boolean) => ReactNode;
};

export function FactorCodeForm({
  id,
  action,
  refused,
  hint,
  failure,
  takesFocus,
  needsPassword,
  children,
}: FactorCodeFormProps) {
  const [form, fields] = useForm<{ code: string; currentPassword: string }>({ id, lastResult: refused?.reply });
  const isBusy = useIsPosting(action);
  const { code, currentPassword } = fields;
  const start = firstWrong([currentPassword, code]) ?? (takesFocus ? code.name : undefined);
  const inputs = (
    <>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      {needsPassword && <CurrentPasswordField field={currentPassword} takesFocus={start === currentPassword.name} />}
      <TextField
        label="Code"
        field={code}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        takesFocus={start === code.name}
        hint={hint}
      />
    </>
  );
  return (
    <PostForm {...getFormProps(form)} action={action} isBusy={isBusy} failure={failure}>
      {children(inputs, isBusy)}
    </PostForm>
  );
}
