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

export const ReturnedFacts = ({ returned }: { returned: ReturnedMoney }) => <ReturnedParts {...returned} />;

const ReturnedParts = ({ byCard, byHand, onGiftCard, disputed, byBank }: ReturnedMoney) => (
  <>
    {onGiftCard && <AmountFact label="Refund" amount={onGiftCard} note="to your gift card" />}
    {byCard && <AmountFact label="Refund" amount={byCard} note="to your card" />}
    {byHand && <AmountFact label="Refund" amount={byHand} note="from me" />}
    {disputed && <AmountFact label="Disputed" amount={disputed} note="your bank decides" />}
    {byBank && <AmountFact label="Returned" amount={byBank} note="by your bank" />}
  </>
);

/** Shows the instructor what is refunded, and what they have to refund. */
export const OwedFacts = ({ returned: { byCard, byHand, onGiftCard, disputed } }: { returned: ReturnedMoney }) => (
  <>
    {onGiftCard && <AmountFact label="Refund" amount={onGiftCard} note="to their gift card" />}
    {byCard && <AmountFact label="Refund" amount={byCard} note="through Stripe" />}
    {byHand && <AmountFact label="To refund" amount={byHand} note="by you" />}
    {disputed && <AmountFact label="Disputed" amount={disputed} note="their bank decides" />}
  </>
);

export const onItsWay = (amount: string): string =>
  `${amount} is on its way back to you. It usually arrives within 5 to 10 days.`;

/** Tells the customer in a few words what goes back, or why nothing does; empty if the mail does not know. */
export function returnedShortly(returned: ReturnedMoney): string {
  const { byCard, byHand, credits, onGiftCard } = returned;
  const sentences = [
    credits,
    onGiftCard && `${onGiftCard} goes back to your gift card.`,
    byCard && `${byCard} is on its way back to you.`,
    !byCard && byHand && `${byHand} will be returned to you.`,
    ...atTheBank(returned),
  ];
  return joined(sentences) || whyNothing(returned, "to pay");
}

export const returnedInFull = (returned: ReturnedMoney): string =>
  toCustomer(returned, `The ${returned.isRest ? "remaining" : "full"} `) || whyNothing(returned, "to pay");

export const returnedForTicket = (returned: ReturnedMoney): string =>
  toCustomer(returned) || whyNothing(returned, "to refund");

export const paymentKept = "Your payment is not refunded. If you have a question about that, write to me.";

function toCustomer(returned: ReturnedMoney, lead = ""): string {
  const { byCard, byHand, credits, onGiftCard } = returned;
  const isPart = onGiftCard || returned.disputed || returned.byBank;
  return joined([
    credits,
    onGiftCard && `${onGiftCard} goes back to your gift card at once.`,
    byCard && onItsWay(isPart ? byCard : `${lead}${byCard}`),
    byHand && `You paid ${byHand} outside this site, so I’ll return it to you myself.`,
    ...atTheBank(returned),
  ]);
}

/** A bank that decides over money can't be overtaken by a refund. */
const atTheBank = ({ disputed, byBank }: ReturnedMoney) => [
  disputed &&
    `Your bank is looking into ${disputed} of your payment, which was disputed, so I can’t refund it now. ` +
      "If the bank does not return it to you, I will.",
  byBank && `Your bank has already returned ${byBank} to you.`,
];

function whyNothing({ nothing }: ReturnedMoney, what: "to pay" | "to refund"): string {
  if (nothing === "unpaid") return `There is nothing ${what}.`;
  return nothing === "refunded_before" ? "What you paid has already been refunded." : "";
}

const joined = (sentences: (string | null | undefined | false)[]): string => sentences.filter(Boolean).join(" ");

/** Tells the instructor what goes back; empty if nothing does. */
export function owedToCustomer({ byCard, byHand, credits, onGiftCard, disputed, byBank }: ReturnedMoney): string {
  return joined([
    credits && "What it took is back on their pass.",
    onGiftCard && `${onGiftCard} goes back to their gift card.`,
    byCard && `Stripe refunds ${byCard} automatically.`,
    byHand && `They paid ${byHand} outside Stripe: please refund it yourself.`,
    disputed &&
      `Their bank is looking into ${disputed} of it. If it decides for you, this site asks you to refund what it returns.`,
    byBank && `Their bank has already returned ${byBank} to them.`,
  ]);
}
