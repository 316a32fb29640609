import { getFormProps, useForm } from "@conform-to/react";
import type { SeriesChoice, TestimonialValues } from "@server/catalogue/testimonials/schemas";
import { testimonialsPath } from "~/features/admin/admin-paths";
import { FormVersion } from "~/features/admin/form-version";
import { choiceLabel, tickLabel } from "~/lib/forms/conflict";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { CheckField, SelectField, TextAreaField, TextField } from "~/ui/fields";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { everywhere } from "./testimonial-table";

export const noTestimonial: TestimonialValues = {
  quote: "",
  name: "",
  line: "",
  seriesId: "",
  orderIndex: "0",
  isPublished: false,
  consentKind: "",
  consentOn: "",
  consentNote: "",
  email: "",
};

const consentKinds = { "": "Not recorded yet", email: "By email", writing: "In writing", form: "On a form" };

/** Returns the fields' names for a notice about another admin's change. */
export const testimonialLabels = (series: SeriesChoice[]) => ({
  quote: "Quote",
  name: "Name",
  line: "Line below the name",
  seriesId: choiceLabel("About", {
    "": everywhere,
    ...Object.fromEntries(series.map(({ value, label }) => [value, label])),
  }),
  orderIndex: "Order",
  consentKind: choiceLabel("How they agreed", consentKinds),
  consentOn: "Day on which they agreed",
  consentNote: "Note about their consent",
  email: "Their account",
  isPublished: tickLabel("Published"),
});

type TestimonialFormProps = {
  action: string;
  values: TestimonialValues;
  series: SeriesChoice[];
  /** A new testimonial has a form key, an existing one a version. */
  formKey?: string;
  version?: string;
  refused: RefusedForm | undefined;
};

type TypedTestimonial = Record<keyof TestimonialValues, string>;

export function TestimonialForm({ action, values, series, formKey, version, refused }: TestimonialFormProps) {
  const defaultValue = { ...values, isPublished: values.isPublished ? "on" : "" };
  const [form, fields] = useForm<TypedTestimonial>({ id: "testimonial", lastResult: refused?.reply, defaultValue });
  const isBusy = useIsPosting(action);
  useToast(refused);
  return (
    <PostForm
      {...getFormProps(form)}
      className="grid max-w-176 gap-4.5"
      action={action}
      isBusy={isBusy}
      failure={{ title: "Failed to save the testimonial" }}
    >
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      {formKey && <input type="hidden" name="formKey" value={formKey} />}
      {version && (
        <FormVersion version={version} values={values} refused={refused} what="this testimonial" again={action} />
      )}
      <TextAreaField
        label="Quote"
        field={fields.quote}
        rows={6}
        hint="From 20 to 600 characters, in their own words and without quotation marks. If you change it, ask them again."
      />
      <div className="grid items-start gap-4.5 md:grid-cols-2">
        <TextField
          label="Name"
          field={fields.name}
          autoComplete="off"
          required
          hint="As they want it to be shown, such as Maeve D."
        />
        <TextField
          label="Line below the name (optional)"
          field={fields.line}
          autoComplete="off"
          hint="Member since 2024"
        />
        <SelectField
          label="About"
          field={fields.seriesId}
          options={[{ value: "", label: everywhere }, ...series]}
          hint="What is about a series comes first on the pages of its sessions, and last on the home page."
        />
        <TextField
          label="Order"
          field={fields.orderIndex}
          autoComplete="off"
          inputMode="numeric"
          hint="Lower numbers come first. Up to three are shown."
        />
      </div>
      <ConsentFields fields={fields} />
      <CheckField label="Published" field={fields.isPublished} hint="On the home page and the pages of sessions." />
      <div className="mt-2 flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>Save testimonial</SubmitButton>
        <ButtonLink kind="quiet" to={testimonialsPath}>
          Cancel
        </ButtonLink>
      </div>
    </PostForm>
  );
}

function ConsentFields({ fields }: { fields: ReturnType<typeof useForm<TypedTestimonial>>[1] }) {
  const kinds = Object.entries(consentKinds).map(([value, label]) => ({ value, label }));
  return (
    <fieldset className="grid gap-4.5 border-t border-line pt-5">
      <legend className="text-subtitle float-left w-full">Their consent</legend>
      <div className="clear-both grid items-start gap-4.5 md:grid-cols-2">
        <SelectField label="How they agreed" field={fields.consentKind} options={kinds} />
        <TextField label="Day on which they agreed" field={fields.consentOn} type="date" />
      </div>
      <TextAreaField
        label="Note about their consent (optional)"
        field={fields.consentNote}
        rows={2}
        hint="Where to find it, and what they agreed to. Only admins see this."
      />
      <TextField
        label="Email of their account (optional)"
        field={fields.email}
        autoComplete="off"
        hint="If they have one. The testimonial is then part of their data, and is deleted with the account."
      />
    </fieldset>
  );
}
