import { type FieldMetadata, useForm } from "@conform-to/react";
import type { PlanValues } from "@server/selling/memberships/schemas";
import { currencyOptions } from "~/features/admin/price-and-reason-fields";
import {
  Boxes,
  CommonFields,
  commonLabels,
  type OpenedForm,
  optionsOf,
  ProductForm,
} from "~/features/admin/products/product-form";
import { choiceLabel, tickLabel } from "~/lib/forms/conflict";
import { type RefusedForm, tickedIn } from "~/lib/forms/form-answer";
import { CheckField, SelectField, TextField } from "~/ui/fields";

const collectionWords = { none: "None", all: "All collections", chosen: "Some collections only" };

/** The labels with which a conflict shows the fields. */
export const planLabels = {
  ...commonLabels,
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

/** What the form of a new plan holds. */
export const newPlan: PlanValues = {
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

type Lists = { categories: NamedRow[]; collections: NamedRow[] };
type PlanFormProps = OpenedForm & Lists & { plan: PlanValues; action: string; refused: RefusedForm | undefined };

export function PlanForm({ plan, action, categories, collections, refused, ...opened }: PlanFormProps) {
  const values = planValues(plan);
  const [form, fields] = useForm<Values>({ id: "plan", lastResult: refused?.reply, defaultValue: values });
  return (
    <ProductForm {...opened} kind="membership" form={form} action={action} values={values} refused={refused}>
      <CommonFields
        fields={fields}
        offHint="If not, no one can join. Members keep what they have."
        nameHint="Such as “Two evenings a week”."
      />
      <PriceParts fields={fields} />
      <GrantParts
        fields={fields}
        categories={categories}
        collections={collections}
        chosenCategories={tickedIn(refused, "categoryIds") ?? plan.categoryIds}
        chosenCollections={tickedIn(refused, "collectionIds") ?? plan.collectionIds}
      />
    </ProductForm>
  );
}

type Fields = { [Name in keyof Required<Values>]: FieldMetadata<Values[Name]> };

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

type GrantPartsProps = Lists & { fields: Fields; chosenCategories: string[]; chosenCollections: string[] };

function GrantParts({ fields, categories, collections, chosenCategories, chosenCollections }: GrantPartsProps) {
  return (
    <>
      <CheckField label="Sessions at no cost" field={fields.coversSessions} hint="One place for the member in each." />
      {categories.length > 0 && (
        <Boxes
          legend="Categories of these sessions; none for all"
          name="categoryIds"
          options={categories}
          chosen={chosenCategories}
          error={fields.categoryIds.errors?.[0]}
        />
      )}
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
      <SelectField label="Recordings" field={fields.collections} options={optionsOf(collectionWords)} />
      {collections.length > 0 && (
        <Boxes
          legend="Collections, if it is some only"
          name="collectionIds"
          options={collections}
          chosen={chosenCollections}
          error={fields.collectionIds.errors?.[0]}
        />
      )}
    </>
  );
}
