import type { SubmissionResult } from "@conform-to/react";
import type { OrderDetails, RefundablePayment } from "@server/orders/order";
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
          options={order.payments.map((one) => ({ value: one.paymentId, label: `${one.paid}, ${one.left} left` }))}
        />
      ) : (
        <input type="hidden" name="paymentId" value={payment.paymentId} />
      )}
      <p>
        {left === paid ? `${paid} was paid.` : `${paid} was paid, ${left} of it is left.`}{" "}
        {provider === "stripe"
          ? "Stripe sends the refund to where the money came from, and the customer is told."
          : "It was paid outside Stripe: to be given back by you."}
      </p>
      <input type="hidden" name="formKey" value={typed.formKey ?? formKey} />
      <TextField
        label={`Amount in ${currency}`}
        hint="All that is left, or a part of it."
        id="amount"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        defaultValue={typed.amount ?? payment.leftTyped}
        error={reply?.error?.amount?.[0]}
      />
      {order.kind === "booking" && order.isLive ? (
        <ChoiceField
          legend="Where all of it goes back, what becomes of the place?"
          name="place"
          chosen={typed.place ?? "cancel"}
          options={[
            { value: "cancel", label: `It is cancelled, and ${whereItGoes}` },
            { value: "keep", label: `${order.customer} keeps it` },
          ]}
        />
      ) : (
        order.isLive && <p>Where all of it goes back, the collection is closed again.</p>
      )}
      <ReasonField value={typed.reason} error={reply?.error?.reason?.[0]} />
    </>
  );
}

type PaidRefundChoiceProps = { refund: { byCard: string | null; byHand: string | null }; typed: unknown };

/** Asks whether to refund a booking or one of its tickets; refunds by default. */
export function PaidRefundChoice({ refund: { byCard, byHand }, typed }: PaidRefundChoiceProps) {
  if (!byCard && !byHand) return <p>Nothing was paid that could be refunded.</p>;
  const parts = [byCard && `${byCard} through Stripe, by itself`, byHand && `${byHand} by your own hand`];
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
