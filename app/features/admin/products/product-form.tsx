import { getFormProps, useForm } from "@conform-to/react";
import type { FormPage } from "@server/catalogue/products/office/product-office";
import { useState } from "react";
import { FileForm, FormVersion } from "~/features/admin/form-version";
import type { RefusedFileForm } from "~/features/admin/library/form-files";
import { AgreePrice, type CheckedForm } from "~/features/admin/sessions/agree-change";
import { typedIn } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { FormFields, type ProductFields } from "./product-fields";
import type { OfficeWords } from "./words";

/** What a form was opened with: a new product has a form key, an existing one a version. */
type OpenedForm = { formKey?: string; version?: string };

type ProductFormProps = OpenedForm & {
  words: OfficeWords;
  page: FormPage;
  action: string;
  refused: (CheckedForm & RefusedFileForm) | undefined;
};

/** Renders the form of a product, new or existing, made of the fields of its kind. */
export function ProductForm({ words, page, action, formKey, version, refused }: ProductFormProps) {
  const { noun, path } = words;
  const { fields: views, values: held, back, button } = page;
  const values = Object.fromEntries(Object.entries(held).filter(([, value]) => typeof value === "string"));
  const [form, fields] = useForm({ id: noun.replace(" ", "-"), lastResult: refused?.reply, defaultValue: values });
  const [isUploading, setUploading] = useState(false);
  const isBusy = useIsPosting(action) || isUploading;
  useToast(refused);
  const props = { ...getFormProps(form), action, isBusy, failure: { title: `Failed to save the ${noun}` } };
  const key = formKey && (typedIn(refused, "formKey") ?? formKey);
  const children = (
    <>
      <FormFields
        views={views}
        fields={fields as ProductFields}
        values={held}
        refused={refused}
        errors={form.allErrors}
        onUnderWay={setUploading}
      />
      {(refused?.price ?? typedIn(refused, "agreedPrice")) !== undefined && <AgreePrice answer={refused} />}
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>{button ?? `${version === undefined ? "Add" : "Save"} ${noun}`}</SubmitButton>
        <ButtonLink kind="quiet" to={back?.to ?? path}>
          Cancel
        </ButtonLink>
      </div>
    </>
  );
  const what = `this ${noun}`;
  if (views.some(({ input }) => input.as === "upload")) {
    return (
      <FileForm {...props} formKey={key} version={version} values={values} refused={refused} what={what}>
        {children}
      </FileForm>
    );
  }
  return (
    <PostForm {...props} className="grid gap-4.5">
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      {key !== undefined && <input type="hidden" name="formKey" value={key} />}
      {version !== undefined && (
        <FormVersion version={version} values={values} refused={refused} what={what} again={action} />
      )}
      {children}
    </PostForm>
  );
}
