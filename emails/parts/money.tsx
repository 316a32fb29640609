import { Fact, Soft } from "./facts";
import type { PaidAmount, ReturnedMoney } from "./props";

export const PaidFact = ({ paid }: { paid: PaidAmount }) => (
  <Fact label={paid.isDue ? "To pay" : "Paid"}>
    {paid.amount}
    {paid.isDue && <Soft>{paid.isByTransfer ? " by transfer" : " at the door"}</Soft>}
    {paid.rates && <Soft>{` (${paid.rates})`}</Soft>}
    {paid.discount && <Soft>{` (${paid.discount})`}</Soft>}
  </Fact>
);

export const AmountFact = ({ label, amount, note }: { label: string; amount: string; note: string }) => (
  <Fact label={label}>
    {amount} <Soft>{note}</Soft>
  </Fact>
);

type RefundedFactProps = { refunded: string; isInFull?: boolean; isRest?: boolean };

/** Shows what was refunded. `isRest`: an earlier refund returned the other part. */
export function RefundedFact({ refunded, isInFull = true, isRest = false }: RefundedFactProps) {
  const whole = isRest ? "the rest" : "in full";
  return <AmountFact label="Refunded" amount={refunded} note={isInFull ? whole : "in part"} />;
}

export const ReturnedFacts = ({ returned: { byCard, byHand, onGiftCard } }: { returned: ReturnedMoney }) => (
  <>
    {onGiftCard && <AmountFact label="Refund" amount={onGiftCard} note="to your gift card" />}
    {byCard && <AmountFact label="Refund" amount={byCard} note="to your card" />}
    {byHand && <AmountFact label="Refund" amount={byHand} note="from me" />}
  </>
);

/** Shows the instructor what is refunded, and what they have to refund. */
export const OwedFacts = ({ returned: { byCard, byHand, onGiftCard } }: { returned: ReturnedMoney }) => (
  <>
    {onGiftCard && <AmountFact label="Refund" amount={onGiftCard} note="to their gift card" />}
    {byCard && <AmountFact label="Refund" amount={byCard} note="through Stripe" />}
    {byHand && <AmountFact label="To refund" amount={byHand} note="by you" />}
  </>
);

export const onItsWay = (amount: string): string =>
  `${amount} is on its way back to you. It usually arrives within 5 to 10 days.`;

export function returnedShortly({ byCard, byHand, credits, onGiftCard }: ReturnedMoney): string {
  const sentences = [
    credits,
    onGiftCard && `${onGiftCard} goes back to your gift card.`,
    byCard && `${byCard} is on its way back to you.`,
    !byCard && byHand && `${byHand} will be returned to you.`,
  ];
  return sentences.filter(Boolean).join(" ") || "There is nothing to pay.";
}

export const returnedInFull = (returned: ReturnedMoney): string =>
  toCustomer(returned, `The ${returned.isRest ? "remaining" : "full"} `) || "There is nothing to pay.";

export const returnedForTicket = (returned: ReturnedMoney): string =>
  toCustomer(returned) || "There is nothing to refund.";

function toCustomer({ byCard, byHand, credits, onGiftCard }: ReturnedMoney, lead = ""): string {
  const sentences = [
    credits,
    onGiftCard && `${onGiftCard} goes back to your gift card at once.`,
    byCard && onItsWay(onGiftCard ? byCard : `${lead}${byCard}`),
    byHand && `You paid ${byHand} outside this site, so I’ll return it to you myself.`,
  ];
  return sentences.filter(Boolean).join(" ");
}

/** Tells the instructor what goes back; empty if nothing does. */
export function owedToCustomer({ byCard, byHand, credits, onGiftCard }: ReturnedMoney): string {
  const sentences = [
    credits && "What it took is back on their pass.",
    onGiftCard && `${onGiftCard} goes back to their gift card.`,
    byCard && `Stripe refunds ${byCard} automatically.`,
    byHand && `They paid ${byHand} outside Stripe: please refund it yourself.`,
  ];
  return sentences.filter(Boolean).join(" ");
}
