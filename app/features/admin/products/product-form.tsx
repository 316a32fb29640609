import { type FieldMetadata, type FormMetadata, getFormProps } from "@conform-to/react";
import type { ProductKind } from "@server/catalogue/products/kinds/kind";
import type { ReactNode } from "react";
import { FormVersion } from "~/features/admin/form-version";
import { tickLabel } from "~/lib/forms/conflict";
import { type RefusedForm, typedIn } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { Check, ChoiceGroup } from "~/ui/check";
import { FieldNote } from "~/ui/field-frame";
import { CheckField, TextAreaField, TextField } from "~/ui/fields";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { officeProducts } from "./office-products";

/** What a form was opened with: a new product has a form key, an existing one a version. */
export type OpenedForm = { formKey?: string; version?: string };

type ProductFormProps<Values extends Record<string, unknown>> = OpenedForm & {
  kind: ProductKind;
  form: FormMetadata<Values, string[]>;
  action: string;
  /** What the fields held then. */
  values: Record<string, unknown>;
  refused: RefusedForm | undefined;
  children: ReactNode;
};

/** Renders the form of a product, new or existing; `children` are the fields of its kind. */
export function ProductForm<Values extends Record<string, unknown>>({
  kind,
  form,
  action,
  formKey,
  version,
  values,
  refused,
  children,
}: ProductFormProps<Values>) {
  const { noun, path } = officeProducts[kind];
  const isBusy = useIsPosting(action);
  useToast(refused);
  return (
    <PostForm
      {...getFormProps(form)}
      className="grid gap-4.5"
      action={action}
      isBusy={isBusy}
      failure={{ title: `Failed to save the ${noun}` }}
    >
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      {formKey !== undefined && <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />}
      {version !== undefined && (
        <FormVersion version={version} values={values} refused={refused} what={`this ${noun}`} again={action} />
      )}
      {children}
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>{`${version === undefined ? "Add" : "Save"} ${noun}`}</SubmitButton>
        <ButtonLink kind="quiet" to={path}>
          Cancel
        </ButtonLink>
      </div>
    </PostForm>
  );
}

/** The labels with which a conflict shows the fields that every kind has. */
export const commonLabels = { isOn: tickLabel("On sale"), title: "Name", description: "Description" };

type CommonFieldsProps = {
  fields: Record<"isOn" | "title" | "description", FieldMetadata<string>>;
  /** What becomes of those who have it once it is off. */
  offHint: string;
  nameHint?: string;
  description?: { rows: number; maxLength: number };
};

/** Renders the fields that every kind has. */
export const CommonFields = ({
  fields,
  offHint,
  nameHint,
  description = { rows: 3, maxLength: 1000 },
}: CommonFieldsProps) => (
  <>
    <CheckField label="On sale" field={fields.isOn} hint={offHint} />
    <TextField label="Name" field={fields.title} maxLength={60} hint={nameHint} />
    <TextAreaField label="Description (optional)" field={fields.description} {...description} />
  </>
);

type BoxesProps = {
  legend: string;
  name: string;
  options: { id: string; name: string }[];
  chosen: string[];
  error: string | undefined;
};

/** Renders a box for each of the rows that a product may be for or consist of. */
export const Boxes = ({ legend, name, options, chosen, error }: BoxesProps) => (
  <div>
    <ChoiceGroup legend={legend}>
      {options.map(({ id, name: label }) => (
        <Check key={id} type="checkbox" name={name} value={id} label={label} defaultChecked={chosen.includes(id)} />
      ))}
    </ChoiceGroup>
    <FieldNote id={name} error={error} />
  </div>
);

/** Returns what a select offers, from the words of each value. */
export const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
