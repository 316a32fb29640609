import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import type { OpenedPlan, PlanValues } from "@server/selling/memberships/schemas";
import { plansPath } from "~/features/admin/admin-paths";
import { EditForm } from "~/features/admin/form-version";
import { currencyOptions } from "~/features/admin/price-and-reason-fields";
import { choiceLabel, tickLabel } from "~/lib/forms/conflict";
import { type RefusedForm, tickedIn, typedIn } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { Check, ChoiceGroup } from "~/ui/check";
import { CheckField, SelectField, TextAreaField, TextField } from "~/ui/fields";
import { FieldNote } from "~/ui/field-frame";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

const collectionWords = { none: "None", all: "All collections", chosen: "Some collections only" };

/** The labels with which a conflict shows the fields. */
export const planLabels = {
  isOn: tickLabel("On sale"),
  title: "Name",
  description: "Description",
  monthly: "Price a month",
  yearly: "Price a year",
  currency: "Currency",
  trialDays: "Free days to begin with",
  coversSessions: tickLabel("Sessions at no cost"),
  placeLimit: "For sessions up to, a place",
  weeklyLimit: "At most a week",
  credits: "Credits a month",
  carriedOver: "Carried over",
  collections: choiceLabel("Recordings", collectionWords),
  discountPercent: "Off other sessions, passes, courses and recordings (%)",
};

/** Returns a plan as its form holds it, without the boxes of its categories and collections. */
export const planValues = ({ categoryIds: _, collectionIds: __, isOn, coversSessions, ...texts }: PlanValues) => ({
  ...texts,
  isOn: isOn ? "on" : "",
  coversSessions: coversSessions ? "on" : "",
});

type Values = ReturnType<typeof planValues> & { categoryIds?: string; collectionIds?: string };
type NamedRow = { id: string; name: string };
type FormParts = { action: string; categories: NamedRow[]; collections: NamedRow[]; refused: RefusedForm | undefined };

const failure = { title: "Failed to save the membership" };

export function EditPlanForm({ plan, action, refused, ...lists }: FormParts & { plan: OpenedPlan }) {
  const { id: _, version, kept: __, ...values } = plan;
  const shown = planValues(values);
  const [form, fields] = useForm<Values>({ id: "plan", lastResult: refused?.reply, defaultValue: shown });
  useToast(refused);
  return (
    <EditForm
      {...getFormProps(form)}
      {...{ action, version, refused, failure }}
      values={shown}
      what="this membership"
      button="Save membership"
      back={plansPath}
    >
      <PlanFields
        {...{ fields, ...lists }}
        chosenCategories={tickedIn(refused, "categoryIds") ?? plan.categoryIds}
        chosenCollections={tickedIn(refused, "collectionIds") ?? plan.collectionIds}
      />
    </EditForm>
  );
}

const empty: PlanValues = {
  title: "",
  description: "",
  monthly: "",
  yearly: "",
  currency: "GBP",
  coversSessions: true,
  isOn: false,
  trialDays: "",
  weeklyLimit: "",
  credits: "",
  placeLimit: "30",
  carriedOver: "",
  collections: "none",
  discountPercent: "",
  categoryIds: [],
  collectionIds: [],
};

export function NewPlanForm({ action, refused, formKey, ...lists }: FormParts & { formKey: string }) {
  const [form, fields] = useForm<Values>({ id: "plan", lastResult: refused?.reply, defaultValue: planValues(empty) });
  const isBusy = useIsPosting(action);
  useToast(refused);
  return (
    <PostForm {...getFormProps(form)} className="grid gap-4.5" {...{ action, isBusy, failure }}>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
      <PlanFields
        {...{ fields, ...lists }}
        chosenCategories={tickedIn(refused, "categoryIds") ?? []}
        chosenCollections={tickedIn(refused, "collectionIds") ?? []}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>Add membership</SubmitButton>
        <ButtonLink kind="quiet" to={plansPath}>
          Cancel
        </ButtonLink>
      </div>
    </PostForm>
  );
}

type Fields = { [Name in keyof Required<Values>]: FieldMetadata<Values[Name]> };
type PlanFieldsProps = Pick<FormParts, "categories" | "collections"> & {
  fields: Fields;
  chosenCategories: string[];
  chosenCollections: string[];
};

function PlanFields({ fields, ...lists }: PlanFieldsProps) {
  return (
    <>
      <CheckField label="On sale" field={fields.isOn} hint="If not, no one can join. Members keep what they have." />
      <TextField label="Name" field={fields.title} maxLength={60} hint="Such as “Two evenings a week”." />
      <TextAreaField label="Description (optional)" field={fields.description} rows={3} maxLength={1000} />
      <PriceParts fields={fields} />
      <GrantParts fields={fields} {...lists} />
    </>
  );
}

const twoColumns = "grid gap-4.5 md:grid-cols-[1fr_1fr]";

function PriceParts({ fields }: { fields: Fields }) {
  return (
    <div className={twoColumns}>
      <TextField label="Price a month" field={fields.monthly} inputMode="decimal" autoComplete="off" />
      <TextField label="Price a year" field={fields.yearly} inputMode="decimal" autoComplete="off" />
      <SelectField label="Currency" field={fields.currency} options={currencyOptions} />
      <TextField label="Free days to begin with" field={fields.trialDays} inputMode="numeric" autoComplete="off" />
    </div>
  );
}

function GrantParts({ fields, categories, collections, chosenCategories, chosenCollections }: PlanFieldsProps) {
  return (
    <>
      <CheckField label="Sessions at no cost" field={fields.coversSessions} hint="One place for the member in each." />
      <Boxes
        legend="Categories of these sessions; none for all"
        name="categoryIds"
        options={categories}
        chosen={chosenCategories}
        error={fields.categoryIds.errors?.[0]}
      />
      <div className={twoColumns}>
        <TextField
          label="At most a week"
          field={fields.weeklyLimit}
          inputMode="numeric"
          autoComplete="off"
          hint="Empty: any number."
        />
        <TextField
          label="Off other sessions, passes, courses and recordings (%)"
          field={fields.discountPercent}
          inputMode="numeric"
          autoComplete="off"
          hint="Not together with a discount code: what takes more off counts."
        />
        <TextField
          label="For sessions up to, a place"
          field={fields.placeLimit}
          inputMode="decimal"
          autoComplete="off"
          hint="In the currency above. Dearer sessions are neither at no cost nor paid by credits, unless they say so in their own form. Empty: any price. Members keep what they joined with."
        />
        <TextField label="Credits a month" field={fields.credits} inputMode="numeric" autoComplete="off" />
        <TextField
          label="Carried over"
          field={fields.carriedOver}
          inputMode="numeric"
          autoComplete="off"
          hint="How many unused credits stay at most."
        />
      </div>
      <SelectField
        label="Recordings"
        field={fields.collections}
        options={Object.entries(collectionWords).map(([value, label]) => ({ value, label }))}
      />
      <Boxes
        legend="Collections, if it is some only"
        name="collectionIds"
        options={collections}
        chosen={chosenCollections}
        error={fields.collectionIds.errors?.[0]}
      />
    </>
  );
}

type BoxesProps = { legend: string; name: string; options: NamedRow[]; chosen: string[]; error: string | undefined };

function Boxes({ legend, name, options, chosen, error }: BoxesProps) {
  if (options.length === 0) return null;
  return (
    <div>
      <ChoiceGroup legend={legend}>
        {options.map(({ id, name: label }) => (
          <Check key={id} type="checkbox" name={name} value={id} label={label} defaultChecked={chosen.includes(id)} />
        ))}
      </ChoiceGroup>
      <FieldNote id={name} error={error} />
    </div>
  );
}
