import type { PassChoice } from "@server/selling/bookings/pay/pay-by-pass";
import type { PassOffer } from "@server/catalogue/passes/offers";
import { useRef } from "react";
import { useIsHydrated } from "~/lib/document";
import { buttonStyle } from "~/ui/button";
import { ChoiceField } from "~/ui/fields";
import { textLinkStyle } from "~/ui/link";
import { passFirst } from "~/features/buying/intents";

/** Asks how to pay where a pass can, and for the total of it; without scripting, a button does the latter. */
export function PassField({ choice: { options, chosen } }: { choice: PassChoice }) {
  const isHydrated = useIsHydrated();
  const update = useRef<HTMLButtonElement>(null);
  return (
    <div
      className="grid justify-items-start gap-2.5"
      onChange={() => update.current?.form?.requestSubmit(update.current)}
    >
      <ChoiceField key={chosen} legend="How to pay" name="paying" options={options} chosen={chosen} />
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

/** Leads to a pass that makes the booking cheaper, and from there back to the form. A button, as it keeps what was typed. */
export const PassOfferLine = ({ offer: { id, text }, placesLeft }: { offer: PassOffer; placesLeft: number | null }) => (
  <p className="text-small leading-small text-ink-soft">
    {`${text}. `}
    <button
      className={`-my-2.5 inline-flex min-h-11 cursor-pointer items-center ${textLinkStyle}`}
      type="submit"
      name="intent"
      value={passFirst(id)}
      formNoValidate
    >
      Buy this pass first
    </button>{" "}
    and come back here with what you have typed.
    {placesLeft !== null &&
      ` No place is held meanwhile, and ${placesLeft === 1 ? "only 1 is" : `only ${placesLeft} are`} left.`}
  </p>
);
