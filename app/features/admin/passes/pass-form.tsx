import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import type { OpenedPass, PassValues } from "@server/catalogue/passes/schemas";
import { EditForm } from "~/features/admin/form-version";
import { amountLabels, PriceParts, ProductPrices, rateLabels } from "~/features/admin/price-parts";
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

const startWords = {
  purchase: "with the purchase",
  first_use: "with the first booking",
};

const coverWords = {
  all: "All sessions",
  categories: "Some categories only",
  online: "Online sessions only",
  on_site: "Sessions on site only",
};

const pricingWords = {
  one: "One price",
  rates: "Rates to choose from, on trust",
  between: "Any amount between two",
};

const priceLabels = {
  ...rateLabels,
  rate1Places: "Most sold at rate 1",
  rate2Places: "Most sold at rate 2",
  rate3Places: "Most sold at rate 3",
  rate4Places: "Most sold at rate 4",
  ...amountLabels,
};

/** The labels with which a conflict shows the fields. */
export const passLabels = {
  isOn: tickLabel("On sale"),
  title: "Name",
  description: "Description",
  pricing: choiceLabel("What people pay", pricingWords),
  price: "Price",
  ...priceLabels,
  currency: "Currency",
  credits: "Number of sessions",
  months: "Valid for months",
  placeLimit: "For sessions up to, a place",
  starts: choiceLabel("Validity begins", startWords),
  cover: choiceLabel("For", coverWords),
  isIntroduction: tickLabel("Once for each person"),
};

/** Returns a pass as its form holds it, without the boxes of its categories. */
export const passValues = ({ categoryIds: _, isOn, isIntroduction, ...texts }: PassValues) => ({
  ...texts,
  isOn: isOn ? "on" : "",
  isIntroduction: isIntroduction ? "on" : "",
});

type Values = ReturnType<typeof passValues> & { categoryIds?: string; isLimitForHolders?: string };
type Category = { id: string; name: string };

type FormParts = {
  action: string;
  categories: Category[];
  refused: RefusedForm | undefined;
};

const failure = { title: "Failed to save the pass" };

export function EditPassForm({ pass, action, categories, refused }: FormParts & { pass: OpenedPass }) {
  const { id: _, version, kept: __, otherHolders, ...values } = pass;
  const shown = passValues(values);
  const [form, fields] = useForm<Values>({ id: "pass", lastResult: refused?.reply, defaultValue: shown });
  useToast(refused);
  return (
    <EditForm
      {...getFormProps(form)}
      {...{ action, version, refused, failure }}
      values={shown}
      what="this pass"
      button="Save pass"
      back="/admin/passes"
    >
      <PassFields
        fields={fields}
        categories={categories}
        chosen={tickedIn(refused, "categoryIds") ?? pass.categoryIds}
        otherHolders={otherHolders}
      />
    </EditForm>
  );
}

const noRate = { rate1Name: "", rate1Price: "", rate1Places: "", rate2Name: "", rate2Price: "", rate2Places: "" };
const noOther = { rate3Name: "", rate3Price: "", rate3Places: "", rate4Name: "", rate4Price: "", rate4Places: "" };

const empty: PassValues = {
  pricing: "one",
  ...noRate,
  ...noOther,
  lowestAmount: "",
  highestAmount: "",
  suggestedAmount: "",
  title: "",
  description: "",
  price: "",
  currency: "GBP",
  credits: "10",
  months: "6",
  starts: "purchase",
  placeLimit: "",
  cover: "all",
  categoryIds: [],
  isIntroduction: false,
  isOn: false,
};

export function NewPassForm({ action, categories, refused, formKey }: FormParts & { formKey: string }) {
  const [form, fields] = useForm<Values>({ id: "pass", lastResult: refused?.reply, defaultValue: passValues(empty) });
  const isBusy = useIsPosting(action);
  useToast(refused);
  return (
    <PostForm {...getFormProps(form)} className="grid gap-4.5" {...{ action, isBusy, failure }}>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
      <PassFields fields={fields} categories={categories} chosen={tickedIn(refused, "categoryIds") ?? []} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>Add pass</SubmitButton>
        <ButtonLink kind="quiet" to="/admin/passes">
          Cancel
        </ButtonLink>
      </div>
    </PostForm>
  );
}

type PassFieldsProps = {
  fields: { [Name in keyof Required<Values>]: FieldMetadata<Values[Name]> };
  categories: Category[];
  chosen: string[];
  /** How many hold the pass with another limit. */
  otherHolders?: number;
};

function PassFields({ fields, categories, chosen, otherHolders = 0 }: PassFieldsProps) {
  return (
    <>
      <CheckField
        label="On sale"
        field={fields.isOn}
        hint="If not, no one can buy it. Those who have it keep booking with it."
      />
      <TextField label="Name" field={fields.title} maxLength={60} hint="Such as “Ten sessions”." />
      <TextAreaField label="Description (optional)" field={fields.description} rows={3} maxLength={1000} />
      <div className="grid gap-4.5 md:grid-cols-[1fr_1fr]">
        <TextField
          label="Number of sessions"
          field={fields.credits}
          inputMode="numeric"
          hint="Empty: any number while it is valid."
        />
        <TextField label="Valid for (months)" field={fields.months} inputMode="numeric" />
      </div>
      <SelectField label="Validity begins" field={fields.starts} options={optionsOf(startWords)} />
      <ProductPrices kinds={pricingWords} label="Price" fields={fields}>
        <PriceParts labels={priceLabels} fields={fields} hints={priceHints} />
      </ProductPrices>
      <TextField
        label="For sessions up to, a place"
        field={fields.placeLimit}
        inputMode="decimal"
        autoComplete="off"
        hint="In the currency of the price. Empty: twice the price of one credit, or the price of a pass for any number. A session with credits of its own in its form keeps to these."
      />
      {otherHolders > 0 && (
        <CheckField
          label={`Also for the ${otherHolders === 1 ? "1 person who has" : `${otherHolders} people who have`} it already`}
          field={fields.isLimitForHolders}
          hint="They bought it with another limit, or with none. From now on their credits pay for sessions up to this one only; what they have booked stays. They are not told."
        />
      )}
      <SelectField label="For" field={fields.cover} options={optionsOf(coverWords)} />
      {categories.length > 0 && (
        <div>
          <ChoiceGroup legend="Categories, if it is for some only">
            {categories.map(({ id, name }) => (
              <Check
                key={id}
                type="checkbox"
                name="categoryIds"
                value={id}
                label={name}
                defaultChecked={chosen.includes(id)}
              />
            ))}
          </ChoiceGroup>
          <FieldNote id="categoryIds" error={fields.categoryIds.errors?.[0]} />
        </div>
      )}
      <CheckField
        label="Once for each person"
        field={fields.isIntroduction}
        hint="For a first offer, such as “First three for £20”. It counts accounts: someone with two has it twice."
      />
    </>
  );
}

const priceHints = {
  rates: "Leave a number empty to sell as many as are wanted. Those that were refunded no longer count.",
  lowest: "More than 0: a pass that is free is given away.",
};

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
