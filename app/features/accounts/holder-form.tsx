import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import type { FormFailure } from "~/lib/connection/lost-request";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { PostForm } from "~/ui/post-form";
import { TextLink } from "~/ui/link";
import { ToastNotice } from "~/ui/toast/toast";
import { PasswordField } from "~/ui/fields";

type HolderFormProps = {
  id: string;
  action: string;
  className?: string;
  refused: RefusedForm | undefined;
  check: Exclude<HolderCheck, "link">;
  failure: FormFailure;
  hidden?: Record<string, string>;
  children: (field: ReactNode, isBusy: boolean) => ReactNode;
};

/** Asks for the current password before a change of security settings. */
export function HolderForm({ id, action, className, refused, check, failure, hidden = {}, children }: HolderFormProps) {
  const [form, fields] = useForm<{ currentPassword: string }>({ id, lastResult: refused?.reply });
  const isBusy = useIsPosting(action);
  const field = (
    <>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      {check === "password" && <CurrentPasswordField field={fields.currentPassword} takesFocus />}
    </>
  );
  return (
    <PostForm {...getFormProps(form)} className={className} action={action} isBusy={isBusy} failure={failure}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children(field, isBusy)}
    </PostForm>
  );
}

type CurrentPasswordFieldProps = { field: FieldMetadata<string>; takesFocus?: boolean };

export function CurrentPasswordField({ field, takesFocus = false }: CurrentPasswordFieldProps) {
  return (
    <PasswordField
      label="Current password"
      field={field}
      autoComplete="current-password"
      required
      takesFocus={takesFocus}
    />
  );
}

/** Replaces the form for an account without a password. */
export function LinkNeeded() {
  return (
    <p>
      Your account has no password, so please confirm by email that it’s you.{" "}
      <TextLink to="/sign-in?tab=reset-password">Email me a link</TextLink>, open it, and come back here within 15
      minutes.
    </p>
  );
}

/** What a change requires: the current password, nothing shortly after a mailed link, or a link first. */
export type HolderCheck = "password" | "none" | "link";

export function holderCheckOf(me: { hasPassword: boolean; mayChooseNewPassword: boolean }): HolderCheck {
  if (me.mayChooseNewPassword) return "none";
  return me.hasPassword ? "password" : "link";
}
