import { Hint } from "~/ui/field-frame";
import { SelectField, TextField } from "~/ui/fields";
import { Choice, FormPart, type PartProps, sessionFieldLabels as labels } from "./session-form-parts";

const wide = "md:col-span-2";
const fixedOnly = "group-has-[[value=rates]:checked]/pricing:hidden group-has-[[value=between]:checked]/pricing:hidden";
const earlyOnly = "not-group-has-[[value=early]:checked]/pricing:hidden";
const ratesOnly = "not-group-has-[[value=rates]:checked]/pricing:hidden";
const betweenOnly = "not-group-has-[[value=between]:checked]/pricing:hidden";

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
        min={1}
        max={20}
        hint="What one ticket costs those who pay with a pass."
      />
      <PriceParts fields={fields} />
    </FormPart>
  );
}

/** Renders the fields of every kind of price; a style sheet shows those of the chosen kind, so it needs no scripting. */
function PriceParts({ fields }: PartProps) {
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
      <RateFields fields={fields} />
      <AmountFields fields={fields} />
    </>
  );
}

const EarlyFields = ({ fields }: PartProps) => (
  <>
    <TextField className={earlyOnly} label={labels.earlyPrice} field={fields.earlyPrice} inputMode="decimal" />
    <TextField className={earlyOnly} label={labels.earlyUntil} field={fields.earlyUntil} type="date" />
    <TextField className={earlyOnly} label={labels.earlyPlaces} field={fields.earlyPlaces} type="number" min={1} />
    <Hint className={`${earlyOnly} ${wide}`}>
      Until the end of that day, for that many places, or whichever comes first. Rates can’t be combined with it.
    </Hint>
  </>
);

const numbers = [1, 2, 3, 4] as const;

const RateFields = ({ fields }: PartProps) => (
  <div className={`${ratesOnly} ${wide} grid gap-4.5`}>
    <Hint>
      Up to four, in the order in which they are offered; the first one is chosen to begin with. Nobody is asked for
      proof, and nobody but you and the person who pays sees what was chosen. Leave places empty for no limit. An early
      price can’t be combined with rates.
    </Hint>
    {numbers.map((number) => (
      <div key={number} className="grid items-start gap-3 md:grid-cols-[2fr_1fr_1fr]">
        <TextField label={labels[`rate${number}Name`]} field={fields[`rate${number}Name`]} maxLength={40} />
        <div className="grid grid-cols-2 gap-3 md:contents">
          <TextField label={labels[`rate${number}Price`]} field={fields[`rate${number}Price`]} inputMode="decimal" />
          <TextField
            label={labels[`rate${number}Places`]}
            field={fields[`rate${number}Places`]}
            type="number"
            min={1}
          />
        </div>
      </div>
    ))}
  </div>
);

const AmountFields = ({ fields }: PartProps) => (
  <>
    <TextField
      className={betweenOnly}
      label={labels.lowestAmount}
      field={fields.lowestAmount}
      inputMode="decimal"
      hint="0 lets people come for free."
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
