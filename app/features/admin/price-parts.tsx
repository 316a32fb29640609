import { type FieldMetadata, getInputProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { Check } from "~/ui/check";
import { Hint } from "~/ui/field-frame";
import { SelectField, TextField } from "~/ui/fields";
import { currencyOptions } from "./price-and-reason-fields";

const wide = "md:col-span-2";
const earlyOnly = "not-group-has-[[value=early]:checked]/pricing:hidden";
const ratesOnly = "not-group-has-[[value=rates]:checked]/pricing:hidden";
const betweenOnly = "not-group-has-[[value=between]:checked]/pricing:hidden";

/** Hides the field of the only price where there are several. The form around it has the class `group/pricing`. */
export const fixedOnly =
  "group-has-[[value=rates]:checked]/pricing:hidden group-has-[[value=between]:checked]/pricing:hidden";

const numbers = [1, 2, 3, 4] as const;
type RateNumber = (typeof numbers)[number];
type AmountName = "lowestAmount" | "highestAmount" | "suggestedAmount";
type PriceName = `rate${RateNumber}${"Name" | "Price"}` | AmountName;
type PlacesName = `rate${RateNumber}Places`;

export const rateLabels = {
  rate1Name: "Rate 1",
  rate1Price: "Price of rate 1",
  rate2Name: "Rate 2",
  rate2Price: "Price of rate 2",
  rate3Name: "Rate 3",
  rate3Price: "Price of rate 3",
  rate4Name: "Rate 4",
  rate4Price: "Price of rate 4",
} as const;

export const amountLabels = {
  lowestAmount: "Lowest amount",
  highestAmount: "Highest amount",
  suggestedAmount: "Suggested amount",
} as const satisfies Record<AmountName, string>;

type ChoiceProps = { field: FieldMetadata<string | undefined>; value: string; label: string };

export function Choice({ field, value, label }: ChoiceProps) {
  const { key: _, ...input } = getInputProps(field, { type: "radio", value });
  const id = `${input.id}-${value}`;
  return <Check {...input} type="radio" id={id} label={label} />;
}

type EarlyName = "earlyPrice" | "earlyUntil" | "earlyPlaces";

export const earlyLabels = {
  earlyPrice: "Early price",
  earlyUntil: "Last day of the early price",
  earlyPlaces: "Places at the early price",
} as const satisfies Record<EarlyName, string>;

type EarlyFieldsProps = { fields: Record<EarlyName, FieldMetadata<string | undefined>> };

export const EarlyFields = ({ fields }: EarlyFieldsProps) => (
  <>
    <TextField className={earlyOnly} label={earlyLabels.earlyPrice} field={fields.earlyPrice} inputMode="decimal" />
    <TextField className={earlyOnly} label={earlyLabels.earlyUntil} field={fields.earlyUntil} type="date" />
    <TextField className={earlyOnly} label={earlyLabels.earlyPlaces} field={fields.earlyPlaces} type="number" min={1} />
    <Hint className={`${earlyOnly} ${wide}`}>
      Until the end of that day, for that many places, or whichever comes first. Rates can’t be combined with it.
    </Hint>
  </>
);

type ProductPricesProps = {
  /** The kinds of price, each with its label. */
  kinds: Record<string, string>;
  label: string;
  fields: Record<"pricing" | "price" | "currency", FieldMetadata<string | undefined>>;
  children: ReactNode;
};

/** Asks what people pay for a product; `children` are the fields of the kinds with more than one price. */
export const ProductPrices = ({ kinds, label, fields, children }: ProductPricesProps) => (
  <div className="group/pricing grid gap-4.5 md:grid-cols-[1fr_1fr]">
    <fieldset className={`grid gap-1 ${wide}`}>
      <legend className="mb-1 font-semibold">What people pay</legend>
      {Object.entries(kinds).map(([value, text]) => (
        <Choice key={value} field={fields.pricing} value={value} label={text} />
      ))}
    </fieldset>
    <TextField className={fixedOnly} autoComplete="off" label={label} field={fields.price} inputMode="decimal" />
    <SelectField label="Currency" field={fields.currency} options={currencyOptions} />
    {children}
  </div>
);

type PricePartsProps = {
  labels: Record<PriceName, string> & Partial<Record<PlacesName, string>>;
  /** Without fields for places where none are counted. */
  fields: Record<PriceName, FieldMetadata<string | undefined>> &
    Partial<Record<PlacesName, FieldMetadata<string | undefined>>>;
  /** The sentence on the numbers, and that on the lowest amount. */
  hints: { rates: string; lowest: string };
};

/** Renders the fields of rates and of amounts; a style sheet shows those of the chosen kind, so it needs no scripting. */
export const PriceParts = (props: PricePartsProps) => (
  <>
    <RateFields {...props} />
    <AmountFields {...props} />
  </>
);

const RateFields = ({ labels, fields, hints }: PricePartsProps) => (
  <div className={`${ratesOnly} ${wide} grid gap-4.5`}>
    <Hint>
      Up to four, in the order in which they are offered; the first one that is left is chosen to begin with. No one is
      asked for proof, and only you and the person who pays see what was chosen. {hints.rates}
    </Hint>
    {numbers.map((number) => (
      <div key={number} className="grid items-start gap-3 md:grid-cols-[2fr_1fr_1fr]">
        <TextField label={labels[`rate${number}Name`]} field={fields[`rate${number}Name`]} maxLength={40} />
        <div className="grid grid-cols-2 gap-3 md:contents">
          <TextField label={labels[`rate${number}Price`]} field={fields[`rate${number}Price`]} inputMode="decimal" />
          <PlacesField label={labels[`rate${number}Places`]} field={fields[`rate${number}Places`]} />
        </div>
      </div>
    ))}
  </div>
);

type PlacesFieldProps = { label: string | undefined; field: FieldMetadata<string | undefined> | undefined };

const PlacesField = ({ label, field }: PlacesFieldProps) =>
  label && field && <TextField label={label} field={field} type="number" min={1} />;

const AmountFields = ({ labels, fields, hints }: PricePartsProps) => (
  <>
    <TextField
      className={betweenOnly}
      label={labels.lowestAmount}
      field={fields.lowestAmount}
      inputMode="decimal"
      hint={hints.lowest}
    />
    <TextField className={betweenOnly} label={labels.highestAmount} field={fields.highestAmount} inputMode="decimal" />
    <TextField
      className={betweenOnly}
      label={labels.suggestedAmount}
      field={fields.suggestedAmount}
      inputMode="decimal"
      hint="The form begins with this amount."
    />
  </>
);
