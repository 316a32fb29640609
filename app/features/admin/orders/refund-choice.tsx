import type { RefundablePayment } from "@server/orders/get-order";
import { Choice } from "../../../ui/choice";

type RefundChoiceProps = {
  /** What something is left of. */
  payments: Pick<RefundablePayment, "left" | "provider">[];
  chosen: string | undefined;
};

/** Whether what was paid goes back with what it was paid for; nothing where there is no money. */
export function RefundChoice({ payments, chosen = "yes" }: RefundChoiceProps) {
  if (payments.length === 0) return null;
  return (
    <Choice
      legend={`Refund ${payments.map(({ left }) => left).join(" and ")}?`}
      name="refund"
      chosen={chosen}
      options={[
        { value: "yes", label: wayBack(payments) },
        { value: "no", label: "No, I keep it" },
      ]}
    />
  );
}

function wayBack(payments: RefundChoiceProps["payments"]): string {
  const sumOf = (wanted: RefundablePayment["provider"]) =>
    payments
      .filter(({ provider }) => provider === wanted)
      .map(({ left }) => left)
      .join(" and ");
  const [byStripe, byHand] = [sumOf("stripe"), sumOf("outside")];
  if (byStripe && byHand) return `Yes: ${byStripe} by Stripe, and ${byHand} to be given back by you`;
  return byStripe ? "Yes, by Stripe" : "Yes, to be given back by you";
}
