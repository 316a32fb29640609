import { getFormProps, useForm } from "@conform-to/react";
import type { ResourceValues } from "@server/resources/schemas";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { resourcesPath } from "./library";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast-notice";
import { FormVersion } from "~/features/admin/form-version";
import { PriceFields } from "~/features/admin/fields";
import { TextAreaField, TextField } from "~/ui/fields";

type ResourceFormProps = {
  action: string;
  /** A new resource has a form key, an existing one a version. */
  resource: ResourceValues & { formKey?: string; version?: string };
  /** Suggestions; others may be typed. */
  categories: string[];
  refused: RefusedForm | undefined;
};

export function ResourceForm({ action, resource, categories, refused }: ResourceFormProps) {
  const { formKey = null, version = null, ...defaultValue } = resource;
  const [form, fields] = useForm<ResourceValues>({ id: "resource", lastResult: refused?.reply, defaultValue });
  const isBusy = useIsPosting(action);
  useToast(refused);
  return (
    <PostForm
      {...getFormProps(form)}
      className="grid gap-4.5 max-w-176"
      action={action}
      isBusy={isBusy}
      failure={{ title: "Failed to save the resource" }}
    >
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      {formKey && <input type="hidden" name="formKey" value={formKey} />}
      {version && (
        <FormVersion version={version} values={defaultValue} refused={refused} what="this resource" again={action} />
      )}
      <TextField autoComplete="off" label="Title" field={fields.title} required />
      <TextAreaField label="Description" field={fields.description} rows={6} />
      <TextField autoComplete="off" label="Category (optional)" field={fields.category} list="categories" />
      <datalist id="categories">
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <PriceFields label="Price" amount={fields.price} currency={fields.currency} hint="0 is free." />
      <div className="mt-2 flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>Save resource</SubmitButton>
        <ButtonLink kind="quiet" to={resourcesPath}>
          Cancel
        </ButtonLink>
      </div>
    </PostForm>
  );
}
