import type { FieldMetadata } from "@conform-to/react";
import { useIsHydrated } from "~/lib/document";
import { buttonStyle } from "~/ui/button";
import { SelectField, TextAreaField } from "~/ui/fields";
import { useTotalRequest } from "~/features/buying/total-request";

type TicketFieldsProps = {
  quantity: FieldMetadata<string | undefined>;
  names: FieldMetadata<string | undefined>;
  /** The number of tickets to which the shown total belongs. */
  chosen: number;
  most: number;
};

/** Asks for the new total when another number is chosen; without scripting, a button does. */
export function TicketFields({ quantity, names, chosen, most }: TicketFieldsProps) {
  const isHydrated = useIsHydrated();
  const { button, ask } = useTotalRequest();
  const options = Array.from({ length: Math.max(most, chosen) }, (_, index) => String(index + 1));
  return (
    <div className="grid gap-4.5">
      <div className={`grid items-end gap-2.5 ${isHydrated ? "" : "grid-cols-[minmax(0,1fr)_auto]"}`} onChange={ask}>
        <SelectField label="Tickets" field={quantity} options={options.map((value) => ({ value, label: value }))} />
        <button
          ref={button}
          className={isHydrated ? "hidden" : buttonStyle({ kind: "quiet" })}
          type="submit"
          name="intent"
          value="tickets"
          formNoValidate
        >
          Update total
        </button>
      </div>
      {chosen > 1 && (
        <TextAreaField
          label="Who’s coming with you? (optional)"
          field={names}
          hint="One name per line."
          rows={chosen - 1}
          maxLength={600}
        />
      )}
    </div>
  );
}
