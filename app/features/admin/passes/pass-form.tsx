import { useForm } from "@conform-to/react";
import type { PassValues } from "@server/catalogue/passes/schemas";
import { amountLabels, PriceParts, ProductPrices, rateLabels } from "~/features/admin/price-parts";
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
  ...commonLabels,
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

const noRate = { rate1Name: "", rate1Price: "", rate1Places: "", rate2Name: "", rate2Price: "", rate2Places: "" };
const noOther = { rate3Name: "", rate3Price: "", rate3Places: "", rate4Name: "", rate4Price: "", rate4Places: "" };

/** What the form of a new pass holds. */
export const newPass: PassValues = {
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

type PassFormProps = OpenedForm & {
  pass: PassValues;
  action: string;
  categories: { id: string; name: string }[];
  /** How many hold the pass with another limit. */
  otherHolders?: number;
  refused: RefusedForm | undefined;
};

export function PassForm({ pass, action, categories, otherHolders = 0, refused, ...opened }: PassFormProps) {
  const values = passValues(pass);
  const [form, fields] = useForm<Values>({ id: "pass", lastResult: refused?.reply, defaultValue: values });
  return (
    <ProductForm {...opened} kind="pass" form={form} action={action} values={values} refused={refused}>
      <CommonFields
        fields={fields}
        offHint="If not, no one can buy it. Those who have it keep booking with it."
        nameHint="Such as “Ten sessions”."
      />
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
        <Boxes
          legend="Categories, if it is for some only"
          name="categoryIds"
          options={categories}
          chosen={tickedIn(refused, "categoryIds") ?? pass.categoryIds}
          error={fields.categoryIds.errors?.[0]}
        />
      )}
      <CheckField
        label="Once for each person"
        field={fields.isIntroduction}
        hint="For a first offer, such as “First three for £20”. It counts accounts: someone with two has it twice."
      />
    </ProductForm>
  );
}

const priceHints = {
  rates: "Leave a number empty to sell as many as are wanted. Those that were refunded no longer count.",
  lowest: "More than 0: a pass that is free is given away.",
};
