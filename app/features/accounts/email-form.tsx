import { getFormProps, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import type { FormFailure } from "~/lib/connection/lost-request";
import { firstWrong, type RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { PostForm } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { TextField } from "~/ui/fields";

type EmailFormProps = {
  id: string;
  action: string;
  refused: RefusedForm | undefined;
  email: string;
  formKey: string;
  failure: FormFailure;
  children: (field: ReactNode, isBusy: boolean) => ReactNode;
};

export function EmailForm({ id, action, refused, email, formKey, failure, children }: EmailFormProps) {
  const [form, fields] = useForm<{ email: string }>({ id, lastResult: refused?.reply, defaultValue: { email } });
  const isBusy = useIsPosting(action);
  const takesFocus = firstWrong([fields.email]) !== undefined;
  const field = (
    <>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <TextField
        label="Email"
        field={fields.email}
        type="email"
        autoComplete="email"
        required
        takesFocus={takesFocus}
      />
    </>
  );
  return (
    <PostForm {...getFormProps(form)} action={action} isBusy={isBusy} failure={failure}>
      <input type="hidden" name="formKey" value={formKey} />
      {children(field, isBusy)}
    </PostForm>
  );
}
