import type { PassChoice } from "@server/sessions/bookings/pay-by-pass";
import { useRef } from "react";
import { useIsHydrated } from "~/lib/document";
import { buttonStyle } from "~/ui/button";
import { ChoiceField } from "~/ui/fields";

/** Asks how to pay where a pass can, and for the total of it; without scripting, a button does the latter. */
export function PassField({ choice: { options, chosen, notes } }: { choice: PassChoice }) {
  const isHydrated = useIsHydrated();
  const update = useRef<HTMLButtonElement>(null);
  return (
    <div
      className="grid justify-items-start gap-2.5"
      onChange={() => update.current?.form?.requestSubmit(update.current)}
    >
      <ChoiceField key={chosen} legend="How to pay" name="paying" options={options} chosen={chosen} />
      {notes.map((note) => (
        <p key={note} className="text-small leading-small text-ink-soft">
          {note}
        </p>
      ))}
      <button
        ref={update}
        className={isHydrated ? "hidden" : buttonStyle({ kind: "quiet" })}
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
