import type { SubmissionResult } from "@conform-to/react";
import type { OrderDetails, RefundablePayment } from "@server/selling/orders/order";
import { ReasonField } from "~/features/admin/price-and-reason-fields";
import { whereItGoes } from "~/features/waitlist/waitlist";
import { ChoiceField, TextField } from "~/ui/fields";

type RefundFieldsProps = {
  order: OrderDetails;
  /** Posting it twice refunds once. */
  formKey: string;
  reply: SubmissionResult<string[]> | undefined;
};

export function RefundFields({ order, formKey, reply }: RefundFieldsProps) {
  const typed = (reply?.initialValue ?? {}) as Partial<
    Record<"paymentId" | "amount" | "place" | "reason" | "formKey", string>
  >;
  const [first] = order.payments;
  if (!first) return null;
  const payment = order.payments.find(({ paymentId }) => paymentId === typed.paymentId) ?? first;
  const { left, paid, provider, currency } = payment;
  return (
    <>
      {order.payments.length > 1 ? (
        <ChoiceField
          legend="Which payment?"
          name="paymentId"
          chosen={payment.paymentId}
          options={order.payments.map((option) => ({
            value: option.paymentId,
            label: `${option.paid}, ${option.left} left`,
          }))}
        />
      ) : (
        <input type="hidden" name="paymentId" value={payment.paymentId} />
      )}
      <p>
        {left === paid ? `${paid} was paid.` : `${paid} was paid, and ${left} can still be refunded.`}{" "}
        {provider === "stripe"
          ? "Stripe sends the refund to where the money came from, and the customer is told."
          : "It was paid outside Stripe, so you refund it yourself."}
      </p>
      <input type="hidden" name="formKey" value={typed.formKey ?? formKey} />
      <TextField
        label={`Amount in ${currency}`}
        hint="The full amount, or part of it."
        id="amount"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        defaultValue={typed.amount ?? payment.leftTyped}
        error={reply?.error?.amount?.[0]}
      />
      {order.unused && <UnusedChoice unused={order.unused} chosen={typed.place} />}
      {order.words.hasPlace && order.isLive ? (
        <ChoiceField
          legend="If you refund everything, what happens to the place?"
          name="place"
          chosen={typed.place ?? "cancel"}
          options={[
            { value: "cancel", label: `It is cancelled, and ${whereItGoes}` },
            { value: "keep", label: `${order.customer} keeps it` },
          ]}
        />
      ) : (
        order.isLive && !order.unused && <p>If you refund everything, access to the {order.product.noun} ends.</p>
      )}
      <ReasonField value={typed.reason} error={reply?.error?.reason?.[0]} />
    </>
  );
}

type UnusedChoiceProps = { unused: NonNullable<OrderDetails["unused"]>; chosen: string | undefined };

/** Asks what becomes of a pass of which a part is not used. */
const UnusedChoice = ({ unused: { text, amount }, chosen = "cancel" }: UnusedChoiceProps) => (
  <>
    <p>
      {text} That is {amount} of what was paid.
    </p>
    <ChoiceField
      legend="What happens to the pass?"
      name="place"
      chosen={chosen}
      options={[
        { value: "cancel", label: "It ends. What was booked with it stays" },
        { value: "keep", label: "It goes on, unless you refund everything" },
      ]}
    />
  </>
);

type PaidRefundChoiceProps = { refund: { byCard: string | null; byHand: string | null }; typed: unknown };

/** Asks whether to refund a booking or one of its tickets; refunds by default. */
export function PaidRefundChoice({ refund: { byCard, byHand }, typed }: PaidRefundChoiceProps) {
  if (!byCard && !byHand) return <p>There is nothing to refund.</p>;
  const parts = [byCard && `Stripe refunds ${byCard} automatically`, byHand && `you refund ${byHand} yourself`];
  return (
    <ChoiceField
      legend="Refund what was paid?"
      name="refund"
      options={[
        { value: "yes", label: `Yes: ${parts.filter(Boolean).join(", and ")}` },
        { value: "no", label: "No, I keep the money" },
      ]}
      chosen={typed === "no" ? "no" : "yes"}
    />
  );
}

type RefundChoiceProps = {
  /** Payments that are not fully refunded. */
  payments: Pick<RefundablePayment, "left" | "provider">[];
  chosen: string | undefined;
};

/** Asks whether to refund what was paid; rendered only if money is left. */
export function RefundChoice({ payments, chosen = "yes" }: RefundChoiceProps) {
  if (payments.length === 0) return null;
  return (
    <ChoiceField
      legend={`Refund ${payments.map(({ left }) => left).join(" and ")}?`}
      name="refund"
      chosen={chosen}
      options={[
        { value: "yes", label: wayBack(payments) },
        { value: "no", label: "No, I keep the money" },
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
  if (byStripe && byHand) return `Yes: Stripe refunds ${byStripe} automatically, and you refund ${byHand} yourself`;
  return byStripe ? "Yes, Stripe refunds it automatically" : "Yes, you refund it yourself";
}
