import type { RefundablePayment } from "@server/orders/get-order";
import { Choice } from "./choice";

type RefundChoiceProps = {
  /** What something is left of. */
  payments: Pick<RefundablePayment, "left" | "provider">[];
  chosen: string | undefined;
};

/** Whether what was paid goes back with what it was paid for; nothing where there is no money. */
export function RefundChoice({ payments, chosen = "yes" }: RefundChoiceProps) {
  const [first] = payments;
  if (!first) return null;
  return (
    <Choice
      legend={`Refund ${payments.map(({ left }) => left).join(" and ")}?`}
      name="refund"
      chosen={chosen}
      options={[
        { value: "yes", label: first.provider === "stripe" ? "Yes, by Stripe" : "Yes, to be given back by you" },
        { value: "no", label: "No, I keep it" },
      ]}
    />
  );
}
