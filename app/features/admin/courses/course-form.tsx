import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import type { CourseValues, OfferedDate } from "@server/selling/courses/office-schemas";
import { EditForm } from "~/features/admin/form-version";
import {
  amountLabels,
  earlyLabels,
  EarlyFields,
  PriceParts,
  ProductPrices,
  rateLabels,
} from "~/features/admin/price-parts";
import { AgreePrice, type CheckedForm } from "~/features/admin/sessions/agree-change";
import { choiceLabel, tickLabel } from "~/lib/forms/conflict";
import { tickedIn, typedIn } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { Check, ChoiceGroup } from "~/ui/check";
import { CheckField, TextAreaField, TextField } from "~/ui/fields";
import { FieldNote } from "~/ui/field-frame";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

const pricingWords = {
  one: "One price",
  early: "A lower price early on",
  rates: "Rates to choose from, on trust",
  between: "Any amount between two",
};

const priceLabels = {
  ...earlyLabels,
  ...rateLabels,
  rate1Places: "Places at rate 1",
  rate2Places: "Places at rate 2",
  rate3Places: "Places at rate 3",
  rate4Places: "Places at rate 4",
  ...amountLabels,
};

/** The labels with which a conflict shows the fields. */
export const courseLabels = {
  isOn: tickLabel("On sale"),
  title: "Name",
  description: "Description",
  pricing: choiceLabel("What people pay", pricingWords),
  price: "Price",
  ...priceLabels,
  currency: "Currency",
  isSoldSingly: tickLabel("Dates can also be booked one by one"),
  canMakeUp: tickLabel("A missed date can be made up"),
};

/** Returns a course as its form holds it, without the boxes of its dates. */
export const courseValues = ({ sessionIds: _, isOn, isSoldSingly, canMakeUp, ...texts }: CourseValues) => ({
  ...texts,
  isOn: isOn ? "on" : "",
  isSoldSingly: isSoldSingly ? "on" : "",
  canMakeUp: canMakeUp ? "on" : "",
});

type Values = ReturnType<typeof courseValues> & { sessionIds?: string };
type FormParts = { action: string; dates: OfferedDate[]; refused: CheckedForm | undefined };

const failure = { title: "Failed to save the course" };

type OpenedCourse = CourseValues & { id: string; version: string; dates: OfferedDate[] };
type EditCourseFormProps = FormParts & { course: OpenedCourse };

export function EditCourseForm({ course, action, dates, refused }: EditCourseFormProps) {
  const { id: _, version, dates: __, ...values } = course;
  const shown = courseValues(values);
  const [form, fields] = useForm<Values>({ id: "course", lastResult: refused?.reply, defaultValue: shown });
  useToast(refused);
  return (
    <EditForm
      {...getFormProps(form)}
      {...{ action, version, refused, failure }}
      values={shown}
      what="this course"
      button="Save course"
      back="/admin/courses"
    >
      <CourseFields fields={fields} dates={dates} chosen={tickedIn(refused, "sessionIds") ?? course.sessionIds} />
      <AgreePrice answer={refused} />
    </EditForm>
  );
}

export function NewCourseForm({
  action,
  dates,
  refused,
  title,
  formKey,
}: FormParts & { title: string; formKey: string }) {
  const defaultValue = { title, pricing: "one", currency: "GBP" as const, isSoldSingly: "on" };
  const [form, fields] = useForm<Values>({ id: "course", lastResult: refused?.reply, defaultValue });
  const isBusy = useIsPosting(action);
  useToast(refused);
  return (
    <PostForm {...getFormProps(form)} className="grid gap-4.5" {...{ action, isBusy, failure }}>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
      <CourseFields
        fields={fields}
        dates={dates}
        chosen={tickedIn(refused, "sessionIds") ?? dates.map(({ id }) => id)}
      />
      <AgreePrice answer={refused} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>Add course</SubmitButton>
        <ButtonLink kind="quiet" to="/admin/courses">
          Cancel
        </ButtonLink>
      </div>
    </PostForm>
  );
}

type CourseFieldsProps = {
  fields: { [Name in keyof Required<Values>]: FieldMetadata<Values[Name]> };
  dates: OfferedDate[];
  chosen: string[];
};

function CourseFields({ fields, dates, chosen }: CourseFieldsProps) {
  return (
    <>
      <CheckField
        label="On sale"
        field={fields.isOn}
        hint="If not, it can’t be booked. Those who have booked it keep their places."
      />
      <TextField label="Name" field={fields.title} maxLength={60} />
      <TextAreaField label="Description (optional)" field={fields.description} rows={4} maxLength={4000} />
      <div>
        <ChoiceGroup legend="Dates">
          {dates.map(({ id, label }) => (
            <Check
              key={id}
              type="checkbox"
              name="sessionIds"
              value={id}
              label={label}
              defaultChecked={chosen.includes(id)}
            />
          ))}
        </ChoiceGroup>
        <FieldNote id="sessionIds" error={fields.sessionIds.errors?.[0]} />
      </div>
      <ProductPrices kinds={pricingWords} label="Price of all dates" fields={fields}>
        <EarlyFields fields={fields} />
        <PriceParts labels={priceLabels} fields={fields} hints={priceHints} />
      </ProductPrices>
      <CheckField
        label="Dates can also be booked one by one"
        field={fields.isSoldSingly}
        hint="If not, each date is booked with the course only while it is on sale."
      />
      <CheckField
        label="A missed date can be made up"
        field={fields.canMakeUp}
        hint="Once, on a date of another course whose sessions have the same category, where a place is free."
      />
    </>
  );
}

const priceHints = {
  rates: "Each is for all dates. Leave places empty for no limit.",
  lowest: "More than 0: a course can’t be free.",
};
