import { getFormProps, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { inputOf } from "~/lib/form-inputs";
import { useIsPosting } from "~/lib/is-posting";
import type { RefusedForm } from "~/lib/refused-form";
import { Field } from "./field";
import { PostForm } from "./post-form";
import { ToastNotice } from "./toast-notice";

type CodeFormProps = {
  id: string;
  action: string;
  refused: RefusedForm | undefined;
  hint: string;
  /** Whether it is the first thing to do on its page. */
  isStart?: boolean;
  /** What stands around the field, by what the form is up to. */
  children: (field: ReactNode, isBusy: boolean) => ReactNode;
};

/** Asks for a code of the authenticator app. */
export function CodeForm({ id, action, refused, hint, isStart = false, children }: CodeFormProps) {
  const [form, fields] = useForm<{ code: string }>({ id, lastResult: refused?.reply });
  const isBusy = useIsPosting(action);
  const error = fields.code.errors?.[0];
  const field = (
    <>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <Field
        label="Code"
        input={{
          ...inputOf(fields.code, { type: "text", autoComplete: "one-time-code", isStart: isStart || Boolean(error) }),
          autoCapitalize: "none",
          spellCheck: false,
        }}
        hint={hint}
        error={error}
      />
    </>
  );
  return (
    <PostForm {...getFormProps(form)} action={action} isBusy={isBusy}>
      {children(field, isBusy)}
    </PostForm>
  );
}
