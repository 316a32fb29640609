import { Choice, EarlyFields, fixedOnly, PriceParts } from "~/features/admin/price-parts";
import { SelectField, TextField } from "~/ui/fields";
import { FormPart, type PartProps, sessionFieldLabels as labels } from "./session-form-parts";

const wide = "md:col-span-2";

const currencies = ["GBP", "EUR", "USD"].map((code) => ({ value: code, label: code }));

export function Capacity({ fields }: PartProps) {
  return (
    <FormPart title="Capacity & Price" className="group/pricing">
      <TextField
        label={labels.maxAttendees}
        field={fields.maxAttendees}
        type="number"
        min={1}
        hint="Leave empty for no limit."
      />
      <TextField
        label={labels.creditCost}
        field={fields.creditCost}
        type="number"
        min={0}
        max={20}
        hint="Empty: one credit, if the price is within the limit of the pass or membership. A number holds whatever the price; 0 is never by pass."
      />
      <Prices fields={fields} />
    </FormPart>
  );
}

/** Renders the fields of every kind of price; a style sheet shows those of the chosen kind, so it needs no scripting. */
function Prices({ fields }: PartProps) {
  return (
    <>
      <fieldset className={`grid gap-1 ${wide}`}>
        <legend className="mb-1 font-semibold">{labels.pricing}</legend>
        <Choice field={fields.pricing} value="one" label="One price" />
        <Choice field={fields.pricing} value="early" label="A lower price early on" />
        <Choice field={fields.pricing} value="rates" label="Rates to choose from, on trust" />
        <Choice field={fields.pricing} value="between" label="Any amount between two" />
      </fieldset>
      <TextField
        className={fixedOnly}
        label={labels.price}
        field={fields.price}
        inputMode="decimal"
        hint="0 is free."
      />
      <SelectField
        label={labels.priceCurrency}
        field={fields.priceCurrency}
        options={currencies}
        hint="Other currencies are converted to GBP when you save; visitors using that currency see what you typed."
      />
      <EarlyFields fields={fields} />
      <PriceParts labels={labels} fields={fields} hints={hints} />
    </>
  );
}

const hints = {
  rates: "Leave places empty for no limit. An early price can’t be combined with rates.",
  lowest: "0 lets people come for free.",
};
