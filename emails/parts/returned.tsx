import { Fact, Soft } from "./facts";
import type { Returned } from "./props";

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

export function returnedShortly({ byCard, byHand }: Returned): string {
  if (byCard) return `${byCard} is on its way back to you.`;
  return byHand ? `${byHand} will be returned to you.` : "There is nothing to pay.";
}

/** `isRest`: an earlier refund returned the other part. */
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
