import { Fact, Soft } from "./facts";
import type { Returned } from "./props";

/** The refunds, to the card and by hand. */
export function ReturnedFacts({ returned: { byCard, byHand } }: { returned: Returned }) {
  return (
    <>
      {byCard && (
        <Fact label="Refund">
          {byCard} <Soft>to your card</Soft>
        </Fact>
      )}
      {byHand && (
        <Fact label="Refund">
          {byHand} <Soft>from me</Soft>
        </Fact>
      )}
    </>
  );
}

/** Returns the refund in a few words, for the inbox preview. */
export function returnedShortly({ byCard, byHand }: Returned): string {
  if (byCard) return `${byCard} is on its way back to you.`;
  return byHand ? `${byHand} will be returned to you.` : "There is nothing to pay.";
}

/** Returns which part of the payment was refunded; `isRest`: what earlier refunds left. */
export function shareOf({ isInFull, isRest = false }: { isInFull: boolean; isRest?: boolean }): string {
  if (!isInFull) return "in part";
  return isRest ? "the rest" : "in full";
}

export function returnedInFull({ byCard, byHand, isRest }: Returned): string {
  const sentences = [
    byCard &&
      `The ${isRest ? "remaining" : "full"} ${byCard} goes back to where it came from, usually within five to ten days.`,
    byHand && `You did not pay ${byHand} through this site, so I will return it to you myself.`,
  ].filter(Boolean);
  return sentences.join(" ") || "There is nothing to pay.";
}
