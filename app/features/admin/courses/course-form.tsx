import { useForm } from "@conform-to/react";
import type { CourseValues, OfferedDate } from "@server/selling/courses/office-schemas";
import {
  amountLabels,
  earlyLabels,
  EarlyFields,
  PriceParts,
  ProductPrices,
  rateLabels,
} from "~/features/admin/price-parts";
import {
  Boxes,
  CommonFields,
  commonLabels,
  type OpenedForm,
  ProductForm,
} from "~/features/admin/products/product-form";
import { AgreePrice, type CheckedForm } from "~/features/admin/sessions/agree-change";
import { tickedIn } from "~/lib/forms/form-answer";
import { choiceLabel, tickLabel } from "~/lib/forms/conflict";
import { CheckField } from "~/ui/fields";

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
  ...commonLabels,
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

/** What the form of a new course holds, besides the name of its series. */
export const newCourse = { pricing: "one", currency: "GBP", isSoldSingly: "on" } as const satisfies Partial<Values>;

type CourseFormProps = OpenedForm & {
  /** What the fields hold: those of a course, or what a new one begins with. */
  values: Partial<Values>;
  chosen: string[];
  action: string;
  dates: OfferedDate[];
  refused: CheckedForm | undefined;
};

export function CourseForm({ values, chosen, action, dates, refused, ...opened }: CourseFormProps) {
  const [form, fields] = useForm<Values>({ id: "course", lastResult: refused?.reply, defaultValue: values });
  return (
    <ProductForm {...opened} kind="course" form={form} action={action} values={values} refused={refused}>
      <CommonFields
        fields={fields}
        offHint="If not, it can’t be booked. Those who have booked it keep their places."
        description={{ rows: 4, maxLength: 4000 }}
      />
      <Boxes
        legend="Dates"
        name="sessionIds"
        options={dates.map(({ id, label }) => ({ id, name: label }))}
        chosen={tickedIn(refused, "sessionIds") ?? chosen}
        error={fields.sessionIds.errors?.[0]}
      />
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
      <AgreePrice answer={refused} />
    </ProductForm>
  );
}

const priceHints = {
  rates: "Each is for all dates. Leave places empty for no limit.",
  lowest: "More than 0: a course can’t be free.",
};
