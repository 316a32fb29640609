import { getFormProps, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useToast } from "~/lib/toast";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { FormVersion } from "~/features/admin/form-version";
import { TextField } from "~/ui/fields";

type CategoryNameProps = {
  action: string;
  label: string;
  button: string;
  name: string;
  /** The key of the form for a new category. */
  formKey?: string;
  version?: string;
  refused: RefusedForm | undefined;
  children?: ReactNode;
};

export function CategoryName({ action, label, button, name, formKey, version, refused, children }: CategoryNameProps) {
  const [form, fields] = useForm<{ name: string }>({
    id: "category",
    lastResult: refused?.reply,
    defaultValue: { name },
  });
  const isBusy = useIsPosting(action);
  useToast(refused);
  return (
    <PostForm
      {...getFormProps(form)}
      className="grid gap-4.5 max-w-176"
      action={action}
      isBusy={isBusy}
      failure={{ title: "Failed to save the category" }}
    >
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      {formKey && <input type="hidden" name="formKey" value={formKey} />}
      {version && (
        <FormVersion version={version} values={{ name }} refused={refused} what="this category" again={action} />
      )}
      <TextField autoComplete="off" label={label} field={fields.name} required maxLength={60} />
      <div className="mt-2 flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>{button}</SubmitButton>
        {children}
      </div>
    </PostForm>
  );
}
