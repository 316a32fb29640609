import type { FieldMetadata } from "@conform-to/react";
import type { ShownChoice } from "@server/platform/money/show-choice";
import { useIsHydrated } from "~/lib/document";
import { buttonStyle } from "~/ui/button";
import { Check, ChoiceGroup } from "~/ui/check";
import { FieldFrame, FieldNote, Hint, selectStyle } from "~/ui/field-frame";
import { TextField } from "~/ui/fields";
import { useTotalRequest } from "./total-request";

type Rates = Extract<ShownChoice, { kind: "rates" }>;
type Amounts = Extract<ShownChoice, { kind: "between" }>;

type PriceFieldsProps = {
  choice: ShownChoice;
  rate: FieldMetadata<string | undefined>;
  amount: FieldMetadata<string | undefined>;
  tickets: number;
};

/** Asks for a rate of each ticket or for an amount, and for the total of it; without scripting, a button does the latter. */
export function PriceFields({ choice, rate, amount, tickets }: PriceFieldsProps) {
  const isHydrated = useIsHydrated();
  const { button, ask } = useTotalRequest();
  return (
    <div className="grid gap-2.5" onChange={({ target }) => !isTyping(target) && ask()}>
      {choice.kind === "rates" ? (
        // What was chosen while an answer was awaited stays chosen.
        <RateFields key={keyOf(choice)} choice={choice} error={rate.errors?.[0]} />
      ) : (
        <AmountField choice={choice} field={amount} tickets={tickets} ask={ask} />
      )}
      <button
        ref={button}
        className={
          isHydrated && choice.kind === "rates" ? "hidden" : `${buttonStyle({ kind: "quiet" })} justify-self-start`
        }
        type="submit"
        name="intent"
        value="tickets"
        formNoValidate
      >
        Update total
      </button>
    </div>
  );
}

/** Returns the amount with which a form begins. */
export const suggestedIn = (choice: ShownChoice | null) => (choice?.kind === "between" ? choice.suggested : undefined);

const keyOf = ({ options, chosen }: Rates): string => [chosen.length, ...options.map(({ value }) => value)].join(" ");

/** A choice asks for its total at once; an amount is typed to its end first. */
const isTyping = (target: EventTarget): boolean => target instanceof HTMLInputElement && target.type !== "radio";

const onTrust = "Please choose what you can afford. I don’t ask for proof.";

function RateFields({ choice: { options, chosen }, error }: { choice: Rates; error: string | undefined }) {
  const note = { id: "booking-rates", hint: onTrust, error };
  const textOf = ({ label, note: places }: Rates["options"][number]) => [label, places].filter(Boolean).join(". ");
  if (chosen.length === 1) {
    return (
      <div className="grid gap-1.5" aria-describedby="booking-rates-note">
        <ChoiceGroup legend="What you pay">
          {options.map((option) => (
            <Check
              key={option.value}
              name="rate1"
              value={option.value}
              defaultChecked={option.value === chosen[0]}
              disabled={option.isFull && option.value !== chosen[0]}
              label={textOf(option)}
              aria-describedby="booking-rates-note"
              aria-invalid={(error && option.value === chosen[0]) || undefined}
              {...(error && option.value === chosen[0] && { autoFocus: true })}
            />
          ))}
        </ChoiceGroup>
        <FieldNote {...note} />
        {error && <Hint>{onTrust}</Hint>}
      </div>
    );
  }
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="mb-1 font-semibold">What you pay</legend>
      {chosen.map((value, index) => {
        const id = `booking-rate${index + 1}`;
        return (
          <FieldFrame key={id} id={id} label={`Ticket ${index + 1}`}>
            <select
              className={selectStyle}
              id={id}
              name={`rate${index + 1}`}
              defaultValue={value}
              aria-describedby="booking-rates-note"
              aria-invalid={error ? true : undefined}
              {...(error && index === 0 && { autoFocus: true })}
            >
              {options.map((option) => (
                <option
                  key={option.value}
                  value={option.value}
                  disabled={option.isFull && !chosen.includes(option.value)}
                >
                  {textOf(option)}
                </option>
              ))}
            </select>
          </FieldFrame>
        );
      })}
      <FieldNote {...note} />
      {error && <Hint>{onTrust}</Hint>}
    </fieldset>
  );
}

type AmountFieldProps = {
  choice: Amounts;
  field: FieldMetadata<string | undefined>;
  tickets: number;
  ask: () => void;
};

function AmountField({ choice, field, tickets, ask }: AmountFieldProps) {
  const { lowest, highest, suggestedPrice, currency } = choice;
  return (
    <TextField
      label={`${tickets === 1 ? "What you pay" : "What you pay for each ticket"} (${currency})`}
      field={field}
      inputMode="decimal"
      autoComplete="off"
      hint={`Please pay what you can, from ${lowest} to ${highest}. I suggest ${suggestedPrice}.`}
      takesFocus={Boolean(field.errors)}
      onBlur={({ currentTarget }) => {
        if (currentTarget.value !== field.initialValue) ask();
      }}
    />
  );
}
