import type { SubmissionResult } from "@conform-to/react";
import type { OrderDetails, RefundablePayment } from "@server/office/orders/order";
import { ReasonField } from "~/features/admin/price-and-reason-fields";
import { whereItGoes } from "~/features/waitlist/waitlist";
import { ChoiceField, TextField } from "~/ui/fields";
import { lossOf } from "./orders";

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
            label: `${option.paid}${option.provider === "gift_card" ? " with a gift card" : ""}, ${option.left} left`,
          }))}
        />
      ) : (
        <input type="hidden" name="paymentId" value={payment.paymentId} />
      )}
      <p>
        {left === paid ? `${paid} was paid.` : `${paid} was paid, and ${left} can still be refunded.`}{" "}
        {refundWays[provider]}
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
      {order.unused && <UnusedChoice unused={order.unused} product={order.product} chosen={typed.place} />}
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
        order.isLive &&
        !order.unused && (
          <p>
            If you refund everything, {order.product.part ? lossOf(order) : `access to the ${order.product.noun} ends`}.
          </p>
        )
      )}
      <ReasonField value={typed.reason} error={reply?.error?.reason?.[0]} />
    </>
  );
}

const refundWays: Record<RefundablePayment["provider"], string> = {
  stripe: "Stripe sends the refund to where the money came from, and the customer is told.",
  outside: "It was paid outside Stripe, so you refund it yourself.",
  gift_card: "It was paid with a gift card. The refund goes back onto it, and the customer is told.",
};

type UnusedChoiceProps = {
  unused: NonNullable<OrderDetails["unused"]>;
  product: OrderDetails["product"];
  chosen: string | undefined;
};

/** Asks what becomes of a pass, gift card or course of which a part is not used: it goes on, unless the instructor says otherwise. */
const UnusedChoice = ({
  unused: { text, amount },
  product: { noun, end = "It ends" },
  chosen = "keep",
}: UnusedChoiceProps) => (
  <>
    <p>
      {text} That is {amount} of what was paid.
    </p>
    <ChoiceField
      legend={`What happens to the ${noun}?`}
      name="place"
      chosen={chosen}
      options={[
        { value: "keep", label: "It goes on, unless you refund everything" },
        { value: "cancel", label: end },
      ]}
    />
  </>
);

type PaidRefundChoiceProps = {
  refund: { byCard: string | null; byHand: string | null; onGiftCard?: string | null | undefined };
  /** What comes back onto a pass, whatever is chosen. */
  credits: string | null;
  typed: unknown;
};

/** Asks whether to refund a booking or one of its tickets; refunds by default. Says what comes back onto a pass. */
export function PaidRefundChoice({ refund: { byCard, byHand, onGiftCard }, credits, typed }: PaidRefundChoiceProps) {
  const back = credits && <p>{creditsBack(credits)}</p>;
  if (!byCard && !byHand && !onGiftCard) return back ?? <p>There is nothing to refund.</p>;
  const parts = [
    onGiftCard && `${onGiftCard} goes back to the gift card`,
    byCard && `Stripe refunds ${byCard} automatically`,
    byHand && `you refund ${byHand} yourself`,
  ];
  return (
    <>
      {back}
      <ChoiceField
        legend="Refund what was paid?"
        name="refund"
        options={[
          { value: "yes", label: `Yes: ${parts.filter(Boolean).join(", and ")}` },
          { value: "no", label: "No, I keep the money" },
        ]}
        chosen={typed === "no" ? "no" : "yes"}
      />
    </>
  );
}

/** Returns the sentence "2 credits go back onto the pass that paid for it", for example. */
const creditsBack = (credits: string): string =>
  `${credits} ${credits === "1 credit" ? "goes" : "go"} back onto the pass that paid for it.`;

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
  const [byStripe, byHand, onGiftCard] = [sumOf("stripe"), sumOf("outside"), sumOf("gift_card")];
  if (onGiftCard) {
    const parts = [
      `${onGiftCard} goes back to the gift card`,
      byStripe && `Stripe refunds ${byStripe} automatically`,
      byHand && `you refund ${byHand} yourself`,
    ];
    return `Yes: ${parts.filter(Boolean).join(", and ")}`;
  }
  if (byStripe && byHand) return `Yes: Stripe refunds ${byStripe} automatically, and you refund ${byHand} yourself`;
  return byStripe ? "Yes, Stripe refunds it automatically" : "Yes, you refund it yourself";
}
