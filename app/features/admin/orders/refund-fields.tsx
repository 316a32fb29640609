import type { SubmissionResult } from "@conform-to/react";
import type { OrderDetails } from "@server/orders/get-order";
import { whereItGoes } from "~/features/booking/freed-place";
import { Field } from "../../../ui/field";
import { Choice } from "../../../ui/choice";
import { ReasonField } from "../reason-field";

type RefundFieldsProps = {
  order: OrderDetails;
  /** Of this form: posted twice, it refunds once. */
  formKey: string;
  reply: SubmissionResult<string[]> | undefined;
};

/** Which payment, how much of it, and what becomes of the place where nothing is left. */
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
        <Choice
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
      <Field
        label={`Amount in ${currency}`}
        hint="All that is left, or a part of it."
        input={{
          id: "amount",
          name: "amount",
          inputMode: "decimal",
          autoComplete: "off",
          required: true,
          defaultValue: typed.amount ?? payment.leftTyped,
        }}
        error={reply?.error?.amount?.[0]}
      />
      {order.kind === "booking" && order.isLive ? (
        <Choice
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
